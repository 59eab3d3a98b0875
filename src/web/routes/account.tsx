import { useState, type ReactNode } from 'react';
import { redirect, useLoaderData, useRevalidator } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { OwnAccount } from '#contract/accounts/own-account-calls';
import { pageTitle } from '#contract/screens';
import type { AccountOutcome } from '../features/accounts/account-outcome.ts';
import { AccountDetails } from '../features/accounts/own-account/account-details.tsx';
import { ConfirmNotice } from '../features/accounts/confirm-notice.tsx';
import { LogoutForm } from '../features/accounts/logout-form.tsx';
import { MailChoices } from '../features/accounts/own-account/mail-choices.tsx';
import { noticeAddress, notices, useNavigationNotice } from '../features/accounts/navigation-notice.ts';
import {
  DeletionForm,
  EmailForm,
  PasswordForm,
  ProfileForm,
} from '../features/accounts/own-account/own-account-forms.tsx';
import { SecondFactorSection } from '../features/accounts/second-factor/second-factor-section.tsx';
import { SessionList } from '../features/accounts/own-account/session-list.tsx';
import { useLogOut } from '../features/accounts/use-log-out.tsx';
import { RecordLink } from '../features/courses/record-link.tsx';
import { call as browserCall, errorMessage, type Call } from '../lib/calls/client.ts';
import { toResult, valueOf, type Result } from '../lib/calls/deferred.ts';
import { browserAction, formAction } from '../lib/forms/form-action.ts';
import { useRefusedForm } from '../lib/forms/refused-form.ts';
import { rememberSession } from '../lib/session/session.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { Button } from '../ui/button.tsx';
import { PageBody } from '../ui/frame.tsx';
import { MessageRoom } from '../ui/message-room.tsx';
import { Notice } from '../ui/notice.tsx';
import { ScreenHead } from '../ui/screen-head.tsx';
import { doAct } from './account-actions.ts';
import styles from './account.module.css';
import { LoadError } from './load-error.tsx';

export const meta = () => [{ title: pageTitle('Your account') }];

type LoaderData = { user: CurrentUser; account: Result<OwnAccount> };

const load = async (call: Call, { user }: Visit): Promise<LoaderData> => ({
  user,
  account: await toResult(call('readOwnAccount')),
});

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

/** A form without `act` is the logout, which also works after the session has ended. */
export const action = formAction(async (call, { user, fields }) => {
  if (user === null) return redirect('/', 303);
  const done = await doAct(call, fields, user.role);
  if (done === null) await call('logOut');
  if (done === null) return redirect('/', 303);
  const notice = typeof done === 'string' ? done : done.notice;
  return notice === undefined ? done : redirect(noticeAddress('/account', notice), 303);
});

/** Actions that change how other screens show the user. */
const changesUser = /^(profile|passkey|add-app|remove-factor-\d+)$/;

export const clientAction = browserAction<AccountOutcome>(
  async (call, { user, fields }) => {
    const done = await doAct(call, fields, user.role);
    return typeof done === 'string' ? { message: notices[done] } : (done ?? {});
  },
  async ({ act = '' }) => {
    if (changesUser.test(act)) rememberSession((await browserCall('readSession')).student);
  },
);

function Section({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className={styles['section']}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function OwnSections({ user, account }: { user: CurrentUser; account: OwnAccount }) {
  return (
    <>
      <Section title="Name and phone">
        <ProfileForm user={user} account={account} />
      </Section>
      <Section title="Email">
        <EmailForm account={account} />
      </Section>
      <Section title="Password">
        <PasswordForm user={user} />
      </Section>
      {account.second_factor !== undefined && (
        <Section title="Two-step verification">
          <SecondFactorSection user={user} factors={account.second_factor} />
        </Section>
      )}
      {/* Cached responses of an earlier version have none. */}
      {account.mails !== undefined && (
        <Section id="mails" title="Email notices">
          <MailChoices mails={account.mails} />
        </Section>
      )}
      <Section title="Where you are logged in">
        <SessionList sessions={account.sessions} />
      </Section>
    </>
  );
}

function Logout() {
  const [error, setError] = useState<unknown>(null);
  const { isLoggingOut, logOut, dialog } = useLogOut(setError);
  return (
    <Section title="Logout">
      <p>Logs you out on this device. Your submitted work is safe.</p>
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
    </Section>
  );
}

export default function Account() {
  const { user, account } = useLoaderData<LoaderData>();
  const { revalidate } = useRevalidator();
  const notice = useNavigationNotice();
  const refused = useRefusedForm();
  // Forms show their own errors, except logout.
  const isShown = refused?.values['act'] !== undefined;
  const own = valueOf(account);
  return (
    <PageBody className={styles['page']}>
      <ScreenHead title="Your account" />
      {notice !== null && <Notice tone="success">{notice}</Notice>}
      {refused !== undefined && !isShown && <Notice tone="error">{refused.failure.message}</Notice>}
      <ConfirmNotice user={user} />
      <div className={styles['columns']}>
        <AccountDetails user={user} />
        <div>
          {'error' in account ? (
            <LoadError
              title="Your account could not be loaded"
              error={account.error}
              onRetry={() => void revalidate()}
            />
          ) : (
            <OwnSections user={user} account={account.value} />
          )}
          {user.role === 'student' && (
            <Section title="Your record">
              <p>One ZIP file with all your submissions, signed receipts, released marks and forum posts.</p>
              <RecordLink s_id={user.s_id} />
            </Section>
          )}
          <Logout />
          {own !== undefined && (
            <Section title="Deletion">
              <DeletionForm account={own} />
            </Section>
          )}
        </div>
      </div>
    </PageBody>
  );
}
