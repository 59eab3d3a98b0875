import { limits } from '#contract/limits';
import { pageTitle } from '#contract/screens';
import { textOf } from '../features/accounts/account-form.tsx';
import { NewPasswordField } from '../features/accounts/new-password-field.tsx';
import { firstFailure } from '../features/accounts/sign-up-checks.ts';
import { TokenForm } from '../features/accounts/token-form.tsx';
import { call } from '../lib/client.ts';
import { TextField } from '../ui/field.tsx';

export const meta = () => [
  { title: pageTitle('First administrator') },
  { name: 'description', content: 'Make the first administrator of this portal.' },
];

function read(form: FormData) {
  return { name: textOf(form, 'name'), email: textOf(form, 'email'), password: textOf(form, 'password') };
}

export default function Setup() {
  return (
    <TokenForm
      title="First administrator"
      lead="Whoever opens the portal's first link looks after it from here on: its batches, its mentors, its marks."
      button="Make the administrator"
      success="The administrator is ready. Please log in."
      // The checks of the signup in the same order; fields that only students have are filled in.
      check={(form) => firstFailure({ ...read(form), phone: '0000000000', batch: '-', terms: true })}
      send={(token, form) => call('setUpAdministrator', { body: { token, ...read(form) } })}
    >
      {(invalid) => (
        <>
          <TextField
            label="Name"
            name="name"
            autoComplete="name"
            maxLength={limits.name}
            required
            {...invalid('name')}
          />
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
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
