import { redirect, useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { OwnAccount } from '#contract/accounts/own-account-calls';
import { ownAccountMessages } from '#contract/accounts/own-account-messages';
import type { AccountOutcome } from '../features/accounts/settings-form.tsx';
import { ConfirmNotice } from '../features/accounts/confirm-notice.tsx';
import { noticeAddress, useNavigationNotice } from '../features/accounts/navigation-notice.ts';
import { accountNotices, AccountScreen } from '../features/accounts/own-account/account-group.tsx';
import { DataGroup } from '../features/accounts/own-account/data-group.tsx';
import { NotificationsGroup } from '../features/accounts/own-account/notifications-group.tsx';
import { ProfileGroup } from '../features/accounts/own-account/profile-group.tsx';
import { Logout, SecurityGroup } from '../features/accounts/own-account/security-group.tsx';
import { call as browserCall, type Call } from '../lib/calls/client.ts';
import { toResult, valueOf, type Result } from '../lib/calls/deferred.ts';
import { browserAction, formAction } from '../lib/forms/form-action.ts';
import { useRefusedForm } from '../lib/forms/refused-form.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { rememberSession } from '../lib/session/session.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { Notice } from '../ui/notice.tsx';
import { doAccountAction } from './account-actions.ts';
import { LoadError } from './load-error.tsx';

export const meta = pageMeta('Your account');

type LoaderData = {
  user: CurrentUser;
  account: Result<OwnAccount>;
  calendar: Result<{ address: string | null }>;
};

async function load(call: Call, { user }: Visit): Promise<LoaderData> {
  const [account, calendar] = await Promise.all([
    toResult(call('readOwnAccount')),
    toResult(call('readCalendarAddress')),
  ]);
  return { user, account, calendar };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

/** A form without `act` is the logout, which also works after the session has ended. */
export const action = formAction(async (call, { user, fields }) => {
  if (user === null) return redirect('/', 303);
  if (fields['act'] === undefined) {
    await call('logOut');
    return redirect('/', 303);
  }
  const done = await doAccountAction(call, fields, user.role);
  const notice = typeof done === 'string' ? done : done.notice;
  return notice === undefined ? done : redirect(noticeAddress('/account', notice), 303);
});

/** Actions that change how other screens show the user. */
const changesUser = /^(profile|guardian|agree-\w+|withdraw-\w+|passkey|add-app|remove-factor-\d+)$/;

export const clientAction = browserAction<AccountOutcome>(
  async (call, { user, fields }) => {
    const done = await doAccountAction(call, fields, user.role);
    return typeof done === 'string' ? { message: accountNotices[done] } : done;
  },
  async ({ act: formName = '' }) => {
    if (changesUser.test(formName)) rememberSession((await browserCall('readSession')).student);
  },
);

export default function Account() {
  const { user, account, calendar } = useLoaderData<LoaderData>();
  const notice = useNavigationNotice(accountNotices);
  const refused = useRefusedForm();
  // Forms show their own errors, except logout.
  const isShown = refused?.values['act'] !== undefined;
  const own = valueOf(account);
  const mails = own?.mails;
  const address = valueOf(calendar)?.address;
  return (
    <AccountScreen
      name={user.s_name}
      has={[
        ...(own ? (['profile', 'security'] as const) : []),
        ...(mails ? (['mails'] as const) : []),
        'data',
      ]}
    >
      {notice !== null && <Notice tone="success">{notice}</Notice>}
      {refused !== undefined && !isShown && <Notice tone="error">{refused.failure.message}</Notice>}
      <ConfirmNotice user={user} />
      {user.second_factor === 'required' && (
        <Notice tone="warning" role="note" title={ownAccountMessages.secondFactorRequired}>
          <a href="#two-step">Set up two-step verification</a>
        </Notice>
      )}
      {'error' in account && (
        <>
          <LoadError title="Your account could not be loaded" error={account.error} />
          <Logout />
        </>
      )}
      {own !== undefined && <ProfileGroup user={user} account={own} />}
      {own !== undefined && <SecurityGroup user={user} account={own} hasCalendar={address != null} />}
      {/* Cached responses of an earlier version have none. */}
      {mails !== undefined && <NotificationsGroup mails={mails} calendar={address} />}
      <DataGroup user={user} account={own} />
    </AccountScreen>
  );
}
