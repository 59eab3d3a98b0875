import { useLocation } from 'react-router';
import { waitingReason } from '../../lib/call-error.ts';
import { isUnkept } from '../../lib/outbox/act-store.ts';
import { wakeOutbox } from '../../lib/outbox/outbox.ts';
import { reauthenticate } from '../../lib/reauth-prompt.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import type { RefusedForm } from '../../lib/form-action.ts';
import { ConflictNotice, PostedConflictNotice } from '../../ui/conflict-notice.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { Notice } from '../../ui/notice.tsx';
import { WaitsNotice } from '../../ui/waits-notice.tsx';
import { parseMarks } from './parse-marks.ts';
import { SaveError } from './save-error.tsx';
import { originalOf } from './original-mark.ts';
import { choiceOfFields, fieldsOfChoice, rubricOfFields } from './rubric-choice.ts';
import { originalOfCurrent, type CurrentMark, type MarkBody, type MarkOutbox } from './use-mark.ts';

/** A mark in a conflict; of one's own the toggled lines are counted, since only their ids are known here. */
function Mark({ of }: { of: MarkBody | CurrentMark }) {
  const { marks, comments, released, rubric } = of;
  const toggled = rubric?.lines ?? [];
  return (
    <>
      <p>{`${marks} out of 100, ${released ? 'released' : 'not released'}`}</p>
      {toggled.length > 0 && (
        <p>
          {toggled
            .map((line) => (typeof line === 'string' ? null : line.text))
            .filter(Boolean)
            .join('; ') || `${toggled.length} ${toggled.length === 1 ? 'line' : 'lines'} of the rubric`}
        </p>
      )}
      <LinkedText text={comments} />
    </>
  );
}

const labelsOf = ({ marked_by }: CurrentMark) => ({
  theirsLabel: marked_by === null ? 'What is there now' : `What ${marked_by} has saved`,
  mineLabel: 'What you wrote',
});

const releaseLower = (marks: number) => `Release ${marks} all the same`;

/** Why marks have not gone yet, or were not saved, and what can be done. */
export function MarkWaiting({ of: { waiting, failure, conflict, lower, takeBack } }: { of: MarkOutbox }) {
  if (lower !== null)
    return (
      <Notice tone="warning" role="alert" title={lower.message}>
        <Button small onClick={lower.confirm}>
          {releaseLower(lower.mine.marks)}
        </Button>{' '}
        <Button small variant="secondary" onClick={lower.leave}>
          Look at it again
        </Button>
      </Notice>
    );
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
  const choice = choiceOfFields(values);
  const rubric = rubricOfFields(values);
  const mine = {
    marks: parseMarks(marks) ?? 0,
    comments,
    released: released === 'yes',
    ...(rubric !== undefined && { rubric }),
  };
  return (
    <PostedConflictNotice
      title={failure.message}
      {...labelsOf(current)}
      theirs={<Mark of={current} />}
      mine={<Mark of={mine} />}
      fields={{
        number,
        marks,
        comments,
        released,
        original: originalOf(originalOfCurrent(current)),
        ...(choice !== undefined && fieldsOfChoice(choice)),
      }}
      to={pathname + search}
    />
  );
}

/** The same for marks that were posted to their page, and that fall below what the student sees. */
export function PostedLowerMark({ refused: { failure, values } }: { refused: RefusedForm }) {
  const { pathname, search } = useLocation();
  const fields = ['number', 'marks', 'comments', 'released', 'original'].map(
    (name) => [name, values[name] ?? ''] as const,
  );
  return (
    <Notice tone="warning" role="alert" title={failure.message}>
      <form method="post" autoComplete="off">
        {fields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit" small name="confirm_lower" value="yes">
          {releaseLower(parseMarks(values['marks'] ?? '') ?? 0)}
        </Button>{' '}
        <ButtonLink to={pathname + search} small variant="secondary" reloadDocument>
          Leave it as it is
        </ButtonLink>
      </form>
    </Notice>
  );
}
