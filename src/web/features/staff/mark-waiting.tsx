import { useLocation } from 'react-router';
import { waitingReason } from '../../lib/call-error.ts';
import { isUnkept } from '../../lib/outbox/press.ts';
import { wakeOutbox } from '../../lib/outbox/outbox.ts';
import { reauthenticate } from '../../lib/reauth-prompt.ts';
import { Button } from '../../ui/button.tsx';
import type { RefusedForm } from '../../lib/form-action.ts';
import { ConflictNotice, PostedConflictNotice } from '../../ui/conflict-notice.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { Notice } from '../../ui/notice.tsx';
import { WaitsNotice } from '../../ui/waits-notice.tsx';
import { parseMarks } from './parse-marks.ts';
import { SaveError } from './save-error.tsx';
import { originalOf } from './original-mark.ts';
import type { CurrentMark, MarkBody, MarkOutbox } from './use-mark.ts';

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

const labelsOf = ({ marked_by }: CurrentMark) => ({
  theirsLabel: marked_by === null ? 'What is there now' : `What ${marked_by} has saved`,
  mineLabel: 'What you wrote',
});

/** Why marks have not gone yet, or were not saved, and what can be done. */
export function MarkWaiting({ of: { waiting, failure, conflict, takeBack } }: { of: MarkOutbox }) {
  if (conflict !== null) {
    const { current, mine, message, sendMine, keepTheirs } = conflict;
    return (
      <ConflictNotice
        title={message}
        {...labelsOf(current)}
        theirs={<Mark of={current} />}
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

/** The same for marks that were posted to their page, and that somebody else has given meanwhile. */
export function PostedMarkConflict({ refused: { failure, values, ...refused } }: { refused: RefusedForm }) {
  const current = refused.current as CurrentMark;
  const { pathname, search } = useLocation();
  const { number = '', marks = '', comments = '', released = 'no' } = values;
  const mine = { marks: parseMarks(marks) ?? 0, comments, released: released === 'yes' };
  return (
    <PostedConflictNotice
      title={failure.message}
      {...labelsOf(current)}
      theirs={<Mark of={current} />}
      mine={<Mark of={mine} />}
      fields={{ number, marks, comments, released, original: originalOf(current) }}
      to={pathname + search}
    />
  );
}
