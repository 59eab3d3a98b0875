import { Link } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { limits } from '#contract/limits';
import { messages } from '#contract/messages';
import type { OwnAccount } from '#contract/accounts/own-account-calls';
import { useSite } from '../../../lib/page/site.ts';
import { TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { Time } from '../../../ui/time.tsx';
import { ActFold, ActForm } from '../act-form.tsx';
import { NewPasswordField } from '../new-password-field.tsx';

type Props = { user: CurrentUser; account: OwnAccount };

function PresentPassword({ error }: { error: string | undefined }) {
  return (
    <PasswordField
      label="Current password"
      name="current_password"
      autoComplete="current-password"
      maxLength={limits.passwordMax}
      required
      error={error}
    />
  );
}

export function ProfileForm({ user, account }: Props) {
  return (
    <ActForm act="profile" button="Save">
      {(errorOf, initial) => (
        <>
          {/* The keys show what was saved; a key on the form would also remove its message. */}
          <TextField
            key={account.s_name}
            label="Name"
            name="name"
            autoComplete="name"
            defaultValue={initial['name'] ?? account.s_name}
            maxLength={limits.name}
            required
            error={errorOf('name')}
          />
          <TextField
            key={`phone ${account.phone}`}
            label="Phone Number"
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            defaultValue={initial['phone'] ?? account.phone ?? ''}
            hint="Ten digits, without the country code"
            required={user.role === 'student'}
            error={errorOf('phone')}
          />
        </>
      )}
    </ActForm>
  );
}

export function EmailForm({ account }: Pick<Props, 'account'>) {
  const { sendsMail } = useSite();
  return (
    <>
      <p>
        You log in with <strong>{account.s_id}</strong>. We send mail there.
      </p>
      {account.new_email !== null && (
        <Notice tone="info" role="note">
          We have sent a link to <strong>{account.new_email}</strong>. Your email changes when you use it.
        </Notice>
      )}
      {!sendsMail && <p>{messages.changeEmailAtOffice}</p>}
      {sendsMail && (
        <ActFold act="email" summary="Change the email">
          <ActForm act="email" button="Send the link">
            {(errorOf, initial) => (
              <>
                <TextField
                  label="New email"
                  name="email"
                  type="email"
                  autoComplete="email"
                  defaultValue={initial['email']}
                  autoCapitalize="none"
                  spellCheck={false}
                  maxLength={limits.email}
                  required
                  hint="We send a link there and notify your current email. Your current email stays reserved for you."
                  error={errorOf('email')}
                />
                <PresentPassword error={errorOf('current_password')} />
              </>
            )}
          </ActForm>
        </ActFold>
      )}
    </>
  );
}

/** How to reset a forgotten password. */
function Forgotten({ role }: { role: CurrentUser['role'] }) {
  const { sendsMail } = useSite();
  return (
    <p>
      <span>Forgotten? </span>
      {sendsMail ? <Link to="/forgot-password">Ask for a link by mail</Link> : null}
      <span>{`${sendsMail ? ', or ask' : 'Ask'} the academy's office for one.${role === 'administrator' ? ' An administrator can make one with the reset-password command.' : ''}`}</span>
    </p>
  );
}

export function PasswordForm({ user }: Pick<Props, 'user'>) {
  return (
    <ActFold act="password" summary="Change the password">
      <ActForm act="password" button="Change the password">
        {(errorOf) => (
          <>
            <input type="hidden" name="username" autoComplete="username" value={user.s_id} />
            <PresentPassword error={errorOf('current_password')} />
            <NewPasswordField
              label="New password"
              own={[user.s_id, user.s_name]}
              error={errorOf('password')}
            />
          </>
        )}
      </ActForm>
      <Forgotten role={user.role} />
    </ActFold>
  );
}

export function DeletionForm({ account }: Pick<Props, 'account'>) {
  if (account.deletion_asked_at !== null) {
    return (
      <>
        <p key="asked">
          You asked for it on <Time value={account.deletion_asked_at} />. The academy's office will contact
          you. Until then nothing changes.
        </p>
        <ActForm act="withdraw-deletion" button="Cancel request" />
      </>
    );
  }
  return (
    <>
      <p>
        The academy's office deletes accounts. Your submissions and marks are part of the academy's record.
        Download your copy first.
      </p>
      <ActFold act="ask-deletion" summary="Ask for the deletion">
        <ActForm act="ask-deletion" button="Ask the office" variant="danger">
          {(errorOf) => <PresentPassword error={errorOf('current_password')} />}
        </ActForm>
      </ActFold>
    </>
  );
}
