import { Link, redirect } from 'react-router';
import { limits } from '#contract/limits';
import { pageTitle } from '#contract/screens';
import { noticeAddress, notices } from '../features/accounts/navigation-notice.ts';
import { NewPasswordField } from '../features/accounts/new-password-field.tsx';
import { failuresOf } from '../features/accounts/sign-up-checks.ts';
import { TokenForm } from '../features/accounts/token-form.tsx';
import { call } from '../lib/client.ts';
import { formAction, refuseInvalid } from '../lib/form-action.ts';
import type { Fields, InvalidField } from '../lib/form-fields.ts';
import { linkClientLoader, linkLoader } from '../lib/one-time-link.ts';
import { TextField } from '../ui/field.tsx';

export const meta = () => [
  { title: pageTitle('First administrator') },
  { name: 'description', content: 'Make the first administrator of this portal.' },
];

function read({ name = '', email = '', password = '' }: Fields) {
  return { name, email, password };
}

/** The checks of the signup in the same order; fields that only students have are filled in. */
function check(fields: Fields): InvalidField[] {
  return failuresOf({ ...read(fields), phone: '0000000000', batch: '-', terms: true });
}

export const loader = linkLoader('setup');
export const clientLoader = linkClientLoader;

export const action = formAction(async (call, { fields, search }) => {
  refuseInvalid(check(fields)[0] ?? null);
  await call('setUpAdministrator', { body: { token: search.get('token') ?? '', ...read(fields) } });
  return redirect(noticeAddress('/login', 'administrator-ready'), 303);
});

export default function Setup() {
  return (
    <TokenForm
      title="First administrator"
      lead="Whoever opens the portal's first link looks after it from here on: its batches, its mentors, its marks."
      promise="The first one in opens the gate for everybody else."
      button="Make the administrator"
      success={notices['administrator-ready']}
      check={check}
      wayOn={
        <>
          <span>
            While there is no administrator, each start of the portal prints a new link. Afterwards an
            administrator invites others.
          </span>
          <Link to="/login">To the login</Link>
        </>
      }
      send={(token, fields) => call('setUpAdministrator', { body: { token, ...read(fields) } })}
    >
      {(errorOf, initial) => (
        <>
          <TextField
            label="Name"
            name="name"
            autoComplete="name"
            defaultValue={initial['name']}
            maxLength={limits.name}
            required
            error={errorOf('name')}
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
            error={errorOf('email')}
          />
          <NewPasswordField label="Password" error={errorOf('password')} />
        </>
      )}
    </TokenForm>
  );
}
