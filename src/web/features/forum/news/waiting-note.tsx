import { waitingReason } from '../../../lib/calls/call-error.ts';
import type { QueuedRequest } from '../../../lib/outbox/queued-request.ts';
import { wakeOutbox } from '../../../lib/outbox/outbox.ts';
import { isUnkept } from '../../../lib/outbox/request-store.ts';
import { removeRequest, takeBack } from '../../../lib/outbox/queue-request.ts';
import { useClaimRefusal } from '../../../lib/outbox/use-outbox.ts';
import { reauthenticate } from '../../../lib/session/reauth-prompt.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { WaitsNotice } from '../../../ui/waits-notice.tsx';
import styles from './waiting-note.module.css';

/** Why a queued request waits or was refused, with the possible actions. */
export function WaitingNote({
  act,
  onTakenBack,
}: {
  act: QueuedRequest;
  /** Called when its text is a draft again. */
  onTakenBack?: (() => void) | undefined;
}) {
  const { failure } = act;
  useClaimRefusal(act);
  const hasText = Object.keys(act.drafts).length > 0;
  const back = () => void takeBack(act).then(onTakenBack);
  const backButton = (label: string) =>
    hasText ? (
      <Button variant="secondary" small onClick={back}>
        {label}
      </Button>
    ) : (
      <Button variant="secondary" small onClick={() => void removeRequest(act)}>
        {act.state === 'refused' ? 'Close' : 'Stop'}
      </Button>
    );
  if (failure === null)
    return (
      <p className={styles['sending']} role="status">
        Sending…
      </p>
    );
  if (act.state !== 'refused' && failure.status !== 401)
    return (
      <WaitsNotice {...waitingReason(failure)} isKept={!isUnkept(act.id)}>
        {backButton('Do not send it')}
      </WaitsNotice>
    );
  if (act.state !== 'refused')
    return (
      <Notice tone="error" title={failure.message}>
        <p>It will be sent after you log in.</p>
        <div className={styles['buttons']}>
          <Button
            variant="secondary"
            small
            onClick={() => void reauthenticate().then((isSignedIn) => isSignedIn && wakeOutbox())}
          >
            Log in again
          </Button>
          {backButton('Do not send it')}
        </div>
      </Notice>
    );
  return (
    <Notice tone="error" title={failure.message}>
      <div className={styles['buttons']}>
        {backButton('Change it')}
        {hasText && (
          <Button variant="quiet" small onClick={() => void removeRequest(act)}>
            Remove it
          </Button>
        )}
      </div>
    </Notice>
  );
}
