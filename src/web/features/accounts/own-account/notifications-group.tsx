import { noticeMails } from '#contract/notices/notice-kinds';
import type { NoticeMailChoice } from '#contract/notices/calls';
import type { OwnAccount } from '#contract/accounts/own-account-calls';
import { useActionForm } from '../../../lib/forms/use-action-form.ts';
import { useSite } from '../../../lib/page/site.ts';
import { ActionForm } from '../../../ui/action-form.tsx';
import { AccountGroup } from './account-group.tsx';
import styles from './own-account.module.css';

function MailSwitch({ mail, is_on }: NoticeMailChoice) {
  const form = useActionForm({
    act: 'mail',
    of: { mail },
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

/** Which notices are also mailed. */
export function NotificationsGroup({ mails }: { mails: OwnAccount['mails'] }) {
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
    </AccountGroup>
  );
}
