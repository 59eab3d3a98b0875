import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { call } from '../../lib/calls/client.ts';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { rememberSession } from '../../lib/session/session.ts';
import { useSite } from '../../lib/page/site.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { AccountOutcome } from './account-outcome.ts';
import styles from './confirm-notice.module.css';

function textOf({ s_id, confirmation }: CurrentUser, sendsMail: boolean): string {
  if (!sendsMail)
    return `The academy's office will confirm that ${s_id} is yours. After that you can choose a project and use the forum.`;
  if (confirmation === 'needed')
    return `Open the link that we have sent to ${s_id}. After that you can choose a project and use the forum.`;
  return `We send receipts and password links to ${s_id}. Please open a link that we send there, to show that they reach you.`;
}

/** Resends the confirmation link, by the account screen's action. */
function SendAgain({ label }: { label: string }) {
  const [message, setMessage] = useState<string | null>(null);
  const form = useActionForm<AccountOutcome>({
    act: 'send-confirmation',
    action: '/account',
    revalidates: false,
    onDone: (done) => setMessage(done.message ?? null),
    onRefused: () => setMessage(null),
  });
  return (
    <ActionForm form={form} button={label} className={styles['notice']}>
      <MessageRoom>
        {message !== null && !form.isBusy && <Notice tone="success">{message}</Notice>}
      </MessageRoom>
    </ActionForm>
  );
}

/** Checks again when the reader returns to this tab: the link may open in another. */
function useConfirmedElsewhere(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const look = async () => {
      if (document.visibilityState !== 'visible') return;
      const { student } = await call('readSession');
      if (student?.confirmation !== 'none') return;
      rememberSession(student);
      await revalidate();
    };
    // On failure the notice stays.
    const onChange = () => void look().catch(() => undefined);
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, [revalidate]);
}

/** Asks for the email's confirmation, and names what needs it. */
export function ConfirmNotice({ user }: { user: CurrentUser }) {
  return user.confirmation === 'none' ? null : <Unconfirmed user={user} />;
}

function Unconfirmed({ user }: { user: CurrentUser }) {
  const { sendsMail } = useSite();
  useConfirmedElsewhere();
  return (
    <Notice tone="info" role="note" title="Please confirm your email">
      <div className={styles['notice']}>
        <p>{textOf(user, sendsMail)}</p>
        {sendsMail && (
          <SendAgain label={user.confirmation === 'needed' ? 'Send the link again' : 'Send me the link'} />
        )}
      </div>
    </Notice>
  );
}
