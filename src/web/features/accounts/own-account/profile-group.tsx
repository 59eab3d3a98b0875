import { Link } from 'react-router';
import type { CurrentUser, Role } from '#contract/accounts/calls';
import { certificateNamePath } from '#contract/certificates/name-path';
import { limits } from '#contract/limits';
import type { OwnAccount } from '#contract/accounts/own-account-calls';
import { useSite } from '../../../lib/page/site.ts';
import { TextField } from '../../../ui/field.tsx';
import { Small } from '../../../ui/layout.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { NameField, PhoneField } from '../account-fields.tsx';
import { SettingsFold, SettingsForm } from '../settings-form.tsx';
import { PresentPassword } from '../present-password.tsx';
import { AccountGroup, Topic } from './account-group.tsx';
import { SettingsChangeForm } from './settings-change-form.tsx';
import { whoHelps } from './who-helps.ts';
import styles from './own-account.module.css';

type Props = { user: CurrentUser; account: OwnAccount };

export function ProfileGroup({ user, account }: Props) {
  return (
    <AccountGroup id="profile">
      <ProfileForm user={user} account={account} />
      <Topic title="Email">
        <EmailForm user={user} account={account} />
      </Topic>
      {user.role === 'student' && (
        <Topic title="Certificate">
          <p>
            <Link to={certificateNamePath}>Your certificate, and the name on it</Link>
          </p>
        </Topic>
      )}
      <Topic title="Role and batch">
        <RoleAndBatch user={user} />
      </Topic>
    </AccountGroup>
  );
}

const shown = ({ s_name, phone }: Pick<OwnAccount, 's_name' | 'phone'>) => ({
  name: s_name,
  phone: phone ?? '',
});

function ProfileForm({ user, account }: Props) {
  return (
    <SettingsChangeForm
      formName="profile"
      button="Save"
      variant="primary"
      changes={{ stored: shown(account), labels: { name: 'Name', phone: 'Phone Number' }, shown }}
    >
      {({ field }) => (
        <>
          <NameField {...field('name')} />
          <PhoneField {...field('phone')} required={user.role === 'student'} />
        </>
      )}
    </SettingsChangeForm>
  );
}

function EmailForm({ user, account }: Pick<Props, 'user' | 'account'>) {
  const { sendsMail } = useSite();
  return (
    <>
      <p>
        You log in with <strong>{account.s_id}</strong>
      </p>
      {account.new_email !== null && (
        <>
          <Notice tone="info" role="note">
            We have sent a link to <strong>{account.new_email}</strong>. Your email changes when you use it.
          </Notice>
          <SettingsForm formName="withdraw-email" button="Cancel the change" />
        </>
      )}
      {!sendsMail && <Small>{`To change it, ask ${whoHelps(user)}.`}</Small>}
      {sendsMail && (
        <SettingsFold formName="email" summary="Change the email">
          <SettingsForm formName="email" button="Send the link">
            {(form) => (
              <>
                <TextField
                  {...form.field('email')}
                  label="New email"
                  type="email"
                  autoComplete="email"
                  autoCapitalize="none"
                  spellCheck={false}
                  maxLength={limits.email}
                  required
                  hint="We send a link to the new email and a message to your current one. After the change, no other account can use your current email."
                />
                <PresentPassword account={account} error={form.errorAt('current_password')} />
              </>
            )}
          </SettingsForm>
        </SettingsFold>
      )}
    </>
  );
}

const roles: Record<Role, string> = { student: 'Student', mentor: 'Mentor', administrator: 'Administrator' };

/** The batches, and what it means to have none. */
function batchesOf({ role, batch, batches }: CurrentUser): [names: string, note?: string] {
  if (role === 'student')
    return batch === null ? ['None yet', 'The office will place you in a batch.'] : [batch];
  if (batches.length > 0) return [batches.join(', ')];
  if (role === 'administrator') return ['All', 'As an administrator you see all batches.'];
  return [
    'None yet',
    'You have no batch yet, so you see no forum and no submissions. An administrator assigns batches.',
  ];
}

function RoleAndBatch({ user }: { user: CurrentUser }) {
  const [names, note] = batchesOf(user);
  return (
    <>
      <dl className={styles['facts']}>
        <dt>Role</dt>
        <dd>{roles[user.role]}</dd>
        <dt>{user.role === 'student' ? 'Batch' : 'Batches'}</dt>
        <dd>{names}</dd>
      </dl>
      {note !== undefined && <Small>{note}</Small>}
    </>
  );
}
