import { redirect } from 'react-router';
import { limits } from '#contract/limits';
import { pageTitle } from '#contract/screens';
import { noticeAddress, notices } from '../features/accounts/navigation-notice.ts';
import { NewPasswordField } from '../features/accounts/new-password-field.tsx';
import { firstFailure } from '../features/accounts/sign-up-checks.ts';
import { TokenForm } from '../features/accounts/token-form.tsx';
import { call } from '../lib/client.ts';
import { formAction, refuseInvalid } from '../lib/form-action.ts';
import type { Fields, InvalidField } from '../lib/form-fields.ts';
import { TextField } from '../ui/field.tsx';

export const meta = () => [
  { title: pageTitle('First administrator') },
  { name: 'description', content: 'Make the first administrator of this portal.' },
];

function read({ name = '', email = '', password = '' }: Fields) {
  return { name, email, password };
}

/** The checks of the signup in the same order; fields that only students have are filled in. */
function check(fields: Fields): InvalidField | null {
  return firstFailure({ ...read(fields), phone: '0000000000', batch: '-', terms: true });
}

export const action = formAction(async (call, { fields, search }) => {
  refuseInvalid(check(fields));
  await call('setUpAdministrator', { body: { token: search.get('token') ?? '', ...read(fields) } });
  return redirect(noticeAddress('/login', 'administrator-ready'), 303);
});

export default function Setup() {
  return (
    <TokenForm
      title="First administrator"
      lead="Whoever opens the portal's first link looks after it from here on: its batches, its mentors, its marks."
      button="Make the administrator"
      success={notices['administrator-ready']}
      check={check}
      send={(token, fields) => call('setUpAdministrator', { body: { token, ...read(fields) } })}
    >
      {(invalid, initial) => (
        <>
          <TextField
            label="Name"
            name="name"
            autoComplete="name"
            defaultValue={initial['name']}
            maxLength={limits.name}
            required
            {...invalid('name')}
          />
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            defaultValue={initial['email']}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={limits.email}
            required
            {...invalid('email')}
          />
          <NewPasswordField label="Password" {...invalid('password')} />
        </>
      )}
    </TokenForm>
  );
}
