import { Link, redirect, useLoaderData } from 'react-router';
import { limits } from '#contract/limits';
import { messages } from '#contract/messages';
import { pageTitle } from '#contract/screens';
import { noticeAddress, notices } from '../features/accounts/navigation-notice.ts';
import { NewPasswordField } from '../features/accounts/new-password-field.tsx';
import { TokenForm } from '../features/accounts/token-form.tsx';
import { call } from '../lib/calls/client.ts';
import { formAction, refuseInvalid } from '../lib/forms/form-action.ts';
import type { Fields, InvalidField } from '../lib/forms/form-fields.ts';
import { linkClientLoader, linkLoader, type LinkState } from '../lib/session/one-time-link.ts';
import { useSite } from '../lib/page/site.ts';

export const meta = () => [
  { title: pageTitle('Choose a new password') },
  { name: 'description', content: 'Choose a new password with the link that you were given.' },
];

function check({ password = '' }: Fields): InvalidField[] {
  return password.length < limits.passwordMin ? [{ field: 'password', message: messages.passwordShort }] : [];
}

export const loader = linkLoader('reset');
export const clientLoader = linkClientLoader;

export const action = formAction(async (call, { fields, search }) => {
  refuseInvalid(check(fields)[0] ?? null);
  const { password = '' } = fields;
  await call('resetPassword', { body: { token: search.get('token') ?? '', password } });
  return redirect(noticeAddress('/login', 'password-saved'), 303);
});

export default function ResetPassword() {
  const { sendsMail } = useSite();
  return (
    <TokenForm
      title="Choose a new password"
      lead="Your link works once. Afterwards you log in with the new password, on every device anew."
      promise="A new key to the same door: all that you handed in is where it was."
      button="Save the password"
      link={useLoaderData<LinkState | undefined>()}
      check={check}
      send={async (token, { password = '' }) => {
        await call('resetPassword', { body: { token, password } });
        return notices['password-saved'];
      }}
      wayOn={
        <>
          {sendsMail ? (
            <Link to="/forgot-password">Ask for a new link</Link>
          ) : (
            <span>A new link comes from the academy's office.</span>
          )}
          <Link to="/login">Back to the login</Link>
        </>
      }
    >
      {(errorOf) => <NewPasswordField label="New password" error={errorOf('password')} />}
    </TokenForm>
  );
}
