import { waitingReason } from '../../lib/call-error.ts';
import { isUnkept } from '../../lib/outbox/press.ts';
import { wakeOutbox } from '../../lib/outbox/outbox.ts';
import { reauthenticate } from '../../lib/reauth-prompt.ts';
import { Button } from '../../ui/button.tsx';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { Notice } from '../../ui/notice.tsx';
import { WaitsNotice } from '../../ui/waits-notice.tsx';
import { SaveError } from './save-error.tsx';
import type { MarkBody, MarkOutbox } from './use-mark.ts';

function Mark({ of: { marks, comments, released } }: { of: MarkBody }) {
  return (
    <>
      <p>
        {marks} out of 100, {released ? 'released' : 'not released'}
      </p>
      <LinkedText text={comments} />
    </>
  );
}

/** Why marks have not gone yet, or were not saved, and what can be done. */
export function MarkWaiting({ of: { waiting, failure, conflict, takeBack } }: { of: MarkOutbox }) {
  if (conflict !== null) {
    const { current, mine, message, sendMine, keepTheirs } = conflict;
    return (
      <ConflictNotice
        title={message}
        theirsLabel={current.marked_by === null ? 'What is there now' : `What ${current.marked_by} has saved`}
        theirs={<Mark of={current} />}
        mineLabel="What you wrote"
        mine={<Mark of={mine} />}
        onSendMine={sendMine}
        onKeepTheirs={keepTheirs}
      />
    );
  }
  if (waiting === null) return failure === null ? null : <SaveError error={failure} />;
  const back = (
    <Button variant="secondary" small onClick={takeBack}>
      Take it back
    </Button>
  );
  if (waiting.failure?.status === 401)
    return (
      <Notice tone="error" title={waiting.failure.message}>
        <p>Nothing is saved yet. It waits until you have logged in again, and then goes by itself.</p>
        <Button
          variant="secondary"
          small
          onClick={() => void reauthenticate().then((isSignedIn) => isSignedIn && wakeOutbox())}
        >
          Log in again
        </Button>{' '}
        {back}
      </Notice>
    );
  return (
    waiting.failure && (
      <WaitsNotice {...waitingReason(waiting.failure)} isKept={!isUnkept(waiting.id)}>
        {back}
      </WaitsNotice>
    )
  );
}
