import { noticeMails } from '#contract/notices/notice-kinds';
import type { NoticeMailChoice } from '#contract/notices/calls';
import type { OwnAccount } from '#contract/accounts/own-account-calls';
import { useActionForm } from '../../../lib/forms/use-action-form.ts';
import { useSite } from '../../../lib/page/site.ts';
import { ActionForm } from '../../../ui/action-form.tsx';
import { TextField } from '../../../ui/field.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { AccountGroup, Topic } from './account-group.tsx';
import styles from './own-account.module.css';

function MailSwitch({ mail, is_on }: NoticeMailChoice) {
  const form = useActionForm({
    formName: 'mail',
    target: { mail },
    hidden: { is_on: String(!is_on) },
    action: '/account',
  });
  const { label } = noticeMails[mail];
  return (
    <ActionForm
      form={form}
      button={is_on ? 'On' : 'Off'}
      variant="choice"
      small
      isPressed={is_on}
      label={`${is_on ? 'On' : 'Off'}: by email, ${label}`}
      className={styles['row']}
      buttonClass={styles['switch']}
    >
      <span id={`mail-${mail}`}>{label}</span>
    </ActionForm>
  );
}

type Props = {
  mails: OwnAccount['mails'];
  /** Null before one is made; undefined without a connection, and from an earlier server. */
  calendar: string | null | undefined;
};

/** Which notices are also mailed, and the calendar's private address. */
export function NotificationsGroup({ mails, calendar }: Props) {
  const { sendsMail } = useSite();
  return (
    <AccountGroup id="mails">
      <p>
        {sendsMail
          ? 'You see all notices in the portal. Choose which ones we also send by email.'
          : 'You see all notices in the portal. It cannot send email yet.'}
      </p>
      <div className={styles['list']}>
        {mails.map((choice) => (
          <MailSwitch key={choice.mail} {...choice} />
        ))}
      </div>
      {calendar !== undefined && (
        <Topic title="Calendar">
          <CalendarAddress address={calendar} />
        </Topic>
      )}
    </AccountGroup>
  );
}

function CalendarAddress({ address }: { address: string | null }) {
  if (address === null)
    return (
      <>
        <p>See your dates in Google, Apple or Outlook Calendar.</p>
        <SettingsForm formName="make-calendar" button="Create calendar link" />
      </>
    );
  return (
    <>
      <TextField
        label="Private link"
        type="url"
        value={address}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
        hint="Add this link to your calendar as a calendar from a URL. Anyone with the link can read your dates."
      />
      <a href={address.replace(/^https?:/, 'webcal:')}>Open in the calendar of this device</a>
      <SettingsForm formName="remove-calendar" button="Remove calendar link" />
    </>
  );
}
