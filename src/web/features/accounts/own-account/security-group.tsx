import { useState } from 'react';
import { Link } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { OwnAccount } from '#contract/accounts/own-account-calls';
import type { CallFailure } from '../../../lib/calls/call-error.ts';
import { useActionForm } from '../../../lib/forms/use-action-form.ts';
import { useSite } from '../../../lib/page/site.ts';
import { ActionForm } from '../../../ui/action-form.tsx';
import { Row, Small } from '../../../ui/layout.tsx';
import { MessageRoom } from '../../../ui/message-room.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { SettingsFold, SettingsForm, tellOutcome, type AccountOutcome } from '../settings-form.tsx';
import { hasPassword, PresentPassword } from '../present-password.tsx';
import { NewPasswordField } from '../account-fields.tsx';
import { LogoutForm } from '../log-out.tsx';
import { SecondFactorSection } from '../second-factor/second-factor-section.tsx';
import { AccountGroup, Topic } from './account-group.tsx';
import styles from './own-account.module.css';
import { whoHelps } from './who-helps.ts';

type Props = { user: CurrentUser; account: OwnAccount; hasCalendar: boolean };

const calendarEnds = <p>This also ends your calendar link. You can create a new one.</p>;

export function SecurityGroup({ user, account, hasCalendar }: Props) {
  return (
    <AccountGroup id="security">
      <Topic title="Password">
        {hasPassword(account) ? (
          <PasswordForm user={user} account={account} hasCalendar={hasCalendar} />
        ) : (
          <FirstPassword user={user} />
        )}
      </Topic>
      <Topic title="Two-step verification" id="two-step">
        <SecondFactorSection user={user} account={account} />
      </Topic>
      {user.role !== 'student' && !user.examiner && (
        <Topic title="API tokens">
          <p>For programs that read your batches. A new password, or logging out everywhere, ends them.</p>
          <p>
            <Link to="/account/tokens">Manage API tokens</Link>
          </p>
        </Topic>
      )}
      <Topic title="Where you are logged in">
        <SessionList sessions={account.sessions} />
        {account.sessions.length > 2 && hasCalendar && calendarEnds}
        <Row>
          {account.sessions.length > 2 && <EndForm formName="end-sessions" />}
          <Logout />
        </Row>
      </Topic>
    </AccountGroup>
  );
}

/** Proof of the email makes it, not a session alone. */
function FirstPassword({ user }: Pick<Props, 'user'>) {
  const { sendsMail } = useSite();
  return (
    <>
      <p>Your account has no password. You log in with your academy account.</p>
      <p>
        {sendsMail ? (
          <Link to="/forgot-password">Set a password with a link by email</Link>
        ) : (
          `To set a password, ask ${whoHelps(user)} for a link.`
        )}
      </p>
    </>
  );
}

function PasswordForm({ user, account, hasCalendar }: Props) {
  const { sendsMail } = useSite();
  return (
    <SettingsFold formName="password" summary="Change the password">
      <SettingsForm formName="password" button="Change the password">
        {({ errorAt }) => (
          <>
            <input type="hidden" name="username" autoComplete="username" value={user.s_id} />
            <PresentPassword account={account} error={errorAt('current_password')} />
            <NewPasswordField
              label="New password"
              own={[user.s_id, user.s_name]}
              error={errorAt('password')}
            />
            {hasCalendar && calendarEnds}
          </>
        )}
      </SettingsForm>
      {sendsMail ? (
        <p>
          <Link to="/forgot-password">Forgotten? Get a link by email</Link>
        </p>
      ) : (
        <p>{`Forgotten? Ask ${whoHelps(user)} for a link.`}</p>
      )}
    </SettingsFold>
  );
}

/** The account's sessions; each can be ended, or all others at once. */
function SessionList({ sessions }: { sessions: OwnAccount['sessions'] }) {
  return (
    <ul className={styles['list']}>
      {sessions.map(({ id, device, began_at, used_at, is_this }) => (
        <li key={id} className={styles['row']}>
          <div>
            <Row as="p" gap={2} className={styles['device']}>
              <span>{device ?? 'Unknown device'}</span>
              {is_this && <span className={styles['this']}>This device</span>}
            </Row>
            <Small>
              Last used <TimeAgo value={used_at} />, logged in <TimeAgo value={began_at} />
            </Small>
          </div>
          {!is_this && (
            <EndForm formName="end-session" id={id} label={`Log out device: ${device ?? 'unknown device'}`} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** @param label for screen readers */
function EndForm({ formName, id, label }: { formName: string; id?: string; label?: string }) {
  const form = useActionForm<AccountOutcome>({
    formName,
    ...(id && { target: { session: id } }),
    action: '/account',
    onDone: tellOutcome,
  });
  return (
    <ActionForm
      form={form}
      button={id === undefined ? 'Log out all other devices' : 'Log out device'}
      small={id !== undefined}
      {...(label && { label })}
    />
  );
}

/** Also shown where the account could not be loaded. */
export function Logout() {
  const [failure, setFailure] = useState<CallFailure | null>(null);
  return (
    <>
      <MessageRoom>
        {failure !== null && (
          <Notice tone="error">
            <p>{failure.message}</p>
          </Notice>
        )}
      </MessageRoom>
      <LogoutForm onError={setFailure} variant="secondary" />
    </>
  );
}
