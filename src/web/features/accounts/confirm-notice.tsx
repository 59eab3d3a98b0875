import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { call } from '../../lib/calls/client.ts';
import { rememberSession } from '../../lib/session/session.ts';
import { useSite } from '../../lib/page/site.ts';
import { Stack } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SettingsForm } from './settings-form.tsx';

function textOf({ s_id, confirmation }: CurrentUser, sendsMail: boolean): string {
  if (!sendsMail)
    return `The office will confirm that ${s_id} is yours. After that you can choose a project and use the forum.`;
  if (confirmation === 'needed')
    return `Open the link that we have sent to ${s_id}. After that you can choose a project and use the forum.`;
  return `We send receipts and password links to ${s_id}. Please open the confirmation link that we send there.`;
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
      <Stack gap={3}>
        <p>{textOf(user, sendsMail)}</p>
        {sendsMail && (
          <SettingsForm
            formName="send-confirmation"
            button={user.confirmation === 'needed' ? 'Send the link again' : 'Send me the link'}
            revalidates={false}
          />
        )}
      </Stack>
    </Notice>
  );
}
