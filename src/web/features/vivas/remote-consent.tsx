import { Link } from 'react-router';
import { remoteConsentPath } from '#contract/vivas/remote-consent';
import type { RemoteConsent } from '#contract/vivas/remote-consent-calls';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import type { Call } from '../../lib/calls/client.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Small, Stack } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';

/** Null on failure: the viva's page does not wait for it. */
export const readRemote = async (call: Call, s_id: string): Promise<RemoteConsent | null> =>
  call('readRemoteConsent', { params: { s_id } }).catch(() => null);

/** Asks once; afterwards there is the way to withdraw. */
export function AskForRemote({ consent }: { consent: RemoteConsent | null }) {
  if (consent === null || !consent.asked) return null;
  if (consent.given_at !== null)
    return (
      <Small>
        <Link to={remoteConsentPath}>You agreed to a viva by video link</Link>
      </Small>
    );
  return (
    <Notice tone="warning" role="note">
      <span>Your viva is by video link. </span>
      <Link to={remoteConsentPath}>Please agree to that</Link>
    </Notice>
  );
}

export function RemoteConsentForm({ consent: { asked, words, given_at } }: { consent: RemoteConsent }) {
  const form = useActionForm({ formName: 'remote', hidden: { agrees: given_at === null ? 'yes' : '' } });
  if (!asked && given_at === null)
    return (
      <Stack>
        <p>Your viva is not by video link.</p>
        <p>
          <Link to="/viva">Go to your viva</Link>
        </p>
      </Stack>
    );
  return (
    <Stack gap={4}>
      <p>{words}</p>
      {given_at !== null && (
        <p>
          <span>You agreed on </span>
          <Time value={given_at} />
          <span>. If you withdraw, the office sees it and will contact you.</span>
        </p>
      )}
      <ActionForm
        key={given_at}
        form={form}
        button={given_at === null ? 'Agree to the video link' : 'Withdraw your agreement'}
        variant={given_at === null ? 'primary' : 'secondary'}
      />
    </Stack>
  );
}
