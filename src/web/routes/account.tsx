import { useState } from 'react';
import { Link, redirect, useActionData, useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/paths';
import { pageTitle } from '#contract/screens';
import { AccountDetails } from '../features/accounts/account-details.tsx';
import { ConfirmNotice } from '../features/accounts/confirm-notice.tsx';
import { LogoutForm } from '../features/accounts/logout-form.tsx';
import { noticeAddress, useNavigationNotice } from '../features/accounts/navigation-notice.ts';
import { useLogOut } from '../features/accounts/use-log-out.tsx';
import { errorMessage } from '../lib/client.ts';
import type { Call } from '../lib/client.ts';
import { formAction, type RefusedForm } from '../lib/form-action.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/screen-loader.ts';
import { useSite } from '../lib/site.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { PageBody } from '../ui/frame.tsx';
import { MessageRoom } from '../ui/message-room.tsx';
import { Notice } from '../ui/notice.tsx';
import { ScreenHead } from '../ui/screen-head.tsx';
import styles from './account.module.css';

export const meta = () => [{ title: pageTitle('Your account') }];

const load = (_call: Call, { user }: Visit): CurrentUser => user;

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

/** Sends the link that confirms the address, or logs out: a session that has ended already is no reason to refuse that. */
export const action = formAction(async (call, { user, fields }) => {
  if (fields['act'] === 'send-confirmation') {
    await call('sendConfirmation', { idempotencyKey: fields['Idempotency-Key'] });
    return redirect(noticeAddress('/account', 'confirmation-sent'), 303);
  }
  if (user !== null) await call('logOut');
  return redirect('/', 303);
});

/** How the reader comes to a new password: only who can make a link is named. */
function PasswordText({ role }: { role: CurrentUser['role'] }) {
  const { sendsMail } = useSite();
  const byCommand =
    role === 'administrator' && ' An administrator can make one with the reset-password command.';
  if (!sendsMail) {
    return (
      <p>
        To change it, ask the academy's office for a link. It works once.
        {byCommand}
      </p>
    );
  }
  return (
    <p>
      To change it, <Link to="/forgot-password">ask for a link by mail</Link>. It works once. Where no mail
      arrives, the academy's office can make you a link.
      {byCommand}
    </p>
  );
}

export default function Account() {
  const user = useLoaderData<CurrentUser>();
  const [error, setError] = useState<unknown>(null);
  const notice = useNavigationNotice();
  const refused = useActionData<RefusedForm>();
  const { isLoggingOut, logOut, dialog } = useLogOut(setError);
  return (
    <PageBody className={styles['page']}>
      <ScreenHead title="Your account" />
      {notice !== null && <Notice tone="success">{notice}</Notice>}
      {refused !== undefined && <Notice tone="error">{refused.failure.message}</Notice>}
      <ConfirmNotice user={user} />
      <div className={styles['columns']}>
        <AccountDetails user={user} />
        <div>
          {user.role === 'student' && (
            <section className={styles['section']}>
              <h2>Your record</h2>
              <p>
                Everything of yours in one ZIP file: all versions and files that you handed in, their signed
                receipts, released marks, and what you wrote in the forum.
              </p>
              <ButtonLink
                variant="secondary"
                to={fillPath(paths.readRecord.path, { s_id: user.s_id })}
                reloadDocument
                download
              >
                Download my record
              </ButtonLink>
            </section>
          )}
          <section className={styles['section']}>
            <h2>Password</h2>
            <PasswordText role={user.role} />
          </section>
          <section className={styles['section']}>
            <h2>Logout</h2>
            <p>Ends your session on this device. What you have handed in stays where it is.</p>
            <MessageRoom>
              {error !== null && (
                <Notice tone="error">
                  <p>{errorMessage(error)}</p>
                </Notice>
              )}
            </MessageRoom>
            <LogoutForm onSubmit={logOut}>
              <Button type="submit" variant="secondary" busy={isLoggingOut}>
                Logout
              </Button>
            </LogoutForm>
            {dialog}
          </section>
        </div>
      </div>
    </PageBody>
  );
}
