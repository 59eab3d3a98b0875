import { limits } from '#contract/limits';
import { messages } from '#contract/messages';
import { pageTitle } from '#contract/screens';
import { textOf } from '../features/accounts/account-form.tsx';
import { NewPasswordField } from '../features/accounts/new-password-field.tsx';
import { TokenForm } from '../features/accounts/token-form.tsx';
import { call } from '../lib/client.ts';

export const meta = () => [
  { title: pageTitle('Choose a new password') },
  { name: 'description', content: 'Choose a new password with the link that you were given.' },
];

export default function ResetPassword() {
  return (
    <TokenForm
      title="Choose a new password"
      lead="Your link works once. Afterwards you log in with the new password, on every device anew."
      button="Save the password"
      success="Your new password is saved. Please log in."
      check={(form) =>
        textOf(form, 'password').length < limits.passwordMin
          ? { field: 'password', message: messages.passwordShort }
          : null
      }
      send={(token, form) => call('resetPassword', { body: { token, password: textOf(form, 'password') } })}
    >
      {(invalid) => <NewPasswordField label="New password" {...invalid('password')} />}
    </TokenForm>
  );
}
