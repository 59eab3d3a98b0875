import { Link, redirect, useLoaderData } from 'react-router';
import { limits } from '#contract/limits';
import { messages } from '#contract/messages';
import { NewPasswordField } from '../features/accounts/account-fields.tsx';
import { notices, type NoticeName } from '../features/accounts/account-notices.ts';
import { noticeAddress } from '../features/accounts/navigation-notice.ts';
import { TokenForm } from '../features/accounts/token-form.tsx';
import type { Call } from '../lib/calls/client.ts';
import { browserAction, formAction, refuseInvalid, type PostedForm } from '../lib/forms/form-action.ts';
import type { Fields, InvalidField } from '../lib/forms/form-fields.ts';
import { linkClientLoader, linkLoader, type LinkState } from '../lib/session/one-time-link.ts';
import { useSite } from '../lib/page/site.ts';
import { pageMeta } from '../lib/page/page-meta.ts';

export const meta = pageMeta('Choose a new password', {
  name: 'description',
  content: 'Choose a new password with your link.',
});

function check({ password = '' }: Fields): InvalidField[] {
  return password.length < limits.passwordMin ? [{ field: 'password', message: messages.passwordShort }] : [];
}

export const loader = linkLoader('reset');
export const clientLoader = linkClientLoader;

async function send(call: Call, { fields, search }: PostedForm): Promise<NoticeName> {
  refuseInvalid(check(fields));
  const { password = '' } = fields;
  await call('resetPassword', { body: { token: search.get('token') ?? '', password } });
  return 'password-saved';
}
export const action = formAction(async (call, form) =>
  redirect(noticeAddress('/login', await send(call, form)), 303),
);
export const clientAction = browserAction(async (call, form) => ({
  notice: notices[await send(call, form)],
}));

export default function ResetPassword() {
  const { sendsMail } = useSite();
  return (
    <TokenForm
      title="Choose a new password"
      lead="Your link works once. Saving logs you out on all devices and ends your calendar link, if you have one."
      promise="All your submitted work stays safe."
      button="Save the password"
      link={useLoaderData<LinkState | undefined>()}
      check={check}
      wayOn={
        <>
          {sendsMail ? (
            <Link to="/forgot-password">Ask for a new link</Link>
          ) : (
            <span>If the link does not work, ask the office for a new one.</span>
          )}
          <Link to="/login">Back to the login</Link>
        </>
      }
    >
      {({ errorAt }) => <NewPasswordField label="New password" error={errorAt('password')} />}
    </TokenForm>
  );
}
