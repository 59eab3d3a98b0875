import { waitingReason, type CallFailure } from '../../../lib/calls/call-error.ts';
import { reauthenticate } from '../../../lib/session/reauth-prompt.ts';
import { wakeOutbox } from '../../../lib/outbox/outbox.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { WaitsNotice } from '../../../ui/waits-notice.tsx';

export function SubmissionError({
  failure,
  isRetrying,
  isKept,
  hasLostFile,
}: {
  failure: CallFailure;
  isRetrying: boolean;
  /** On the device. */
  isKept: boolean;
  /** Posted without script: the file did not come back. */
  hasLostFile: boolean;
}) {
  if (failure.code === 'cancelled') return <Notice>{failure.message}</Notice>;
  if (isRetrying && failure.status === 401)
    return (
      <Notice tone="error" title={failure.message}>
        <p>Your work is not submitted yet. It will be sent after you log in.</p>
        <Button
          variant="secondary"
          small
          onClick={() => void reauthenticate().then((done) => done && wakeOutbox())}
        >
          Login
        </Button>
      </Notice>
    );
  if (isRetrying) return <WaitsNotice {...waitingReason(failure)} isKept={isKept} />;
  return (
    <Notice tone="error" title={failure.message}>
      {hasLostFile && <p>Your text is here. If you picked a file, please pick it again.</p>}
    </Notice>
  );
}
