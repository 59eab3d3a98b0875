import { redirect } from 'react-router';
import { limits } from '#contract/limits';
import { messages } from '#contract/messages';
import { pageTitle } from '#contract/screens';
import { noticeAddress, notices } from '../features/accounts/navigation-notice.ts';
import { NewPasswordField } from '../features/accounts/new-password-field.tsx';
import { TokenForm } from '../features/accounts/token-form.tsx';
import { call } from '../lib/client.ts';
import { formAction, refuseInvalid } from '../lib/form-action.ts';
import type { Fields, InvalidField } from '../lib/form-fields.ts';

export const meta = () => [
  { title: pageTitle('Choose a new password') },
  { name: 'description', content: 'Choose a new password with the link that you were given.' },
];

function check({ password = '' }: Fields): InvalidField | null {
  return password.length < limits.passwordMin ? { field: 'password', message: messages.passwordShort } : null;
}

export const action = formAction(async (call, { fields, search }) => {
  refuseInvalid(check(fields));
  const { password = '' } = fields;
  await call('resetPassword', { body: { token: search.get('token') ?? '', password } });
  return redirect(noticeAddress('/login', 'password-saved'), 303);
});

export default function ResetPassword() {
  return (
    <TokenForm
      title="Choose a new password"
      lead="Your link works once. Afterwards you log in with the new password, on every device anew."
      button="Save the password"
      success={notices['password-saved']}
      check={check}
      send={(token, { password = '' }) => call('resetPassword', { body: { token, password } })}
    >
      {(invalid) => <NewPasswordField label="New password" {...invalid('password')} />}
    </TokenForm>
  );
}
