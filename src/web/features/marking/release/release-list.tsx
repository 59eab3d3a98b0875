import { useState, type FormEvent } from 'react';
import { useRevalidator } from 'react-router';
import type { Task } from '#contract/dates';
import { firstLine } from '#contract/excerpt';
import { limits } from '#contract/limits';
import type { Released } from '#contract/marking/release-calls';
import type { StaffSubmission } from '#contract/marking/calls';
import { call, errorMessage } from '../../../lib/calls/client.ts';
import { FormKey } from '../../../lib/forms/form-key.tsx';
import { hasOlder } from '../../../lib/has-older.ts';
import { taskLabel } from '../../../lib/task-label.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { usePressKey } from '../../../lib/forms/use-press-key.ts';
import { Button } from '../../../ui/button.tsx';
import { MessageRoom } from '../../../ui/message-room.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { countOf } from '../desk/batch-counts.ts';
import { chosenName, fallsBelow, listedMarks } from './listed-marks.ts';
import styles from './release-list.module.css';
import { ReleaseOutcome } from './release-outcome.tsx';

/** What the student sees of the task so far. */
function Seen({ row: { student, shown, marks } }: { row: StaffSubmission }) {
  if (shown === null) return <span>{`${student.s_name} sees no marks yet`}</span>;
  const now = `${student.s_name} sees ${shown.marks} for version ${shown.version}`;
  return marks !== null && marks < shown.marks ? (
    <strong
      className={styles['lower']}
    >{`${now}, which is more. Tick it to release it all the same.`}</strong>
  ) : (
    <span>{now}</span>
  );
}

function Row({
  row,
  isChosen,
  onChoose,
}: {
  row: StaffSubmission;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}) {
  const { student, version, marks, mark_comments, late } = row;
  const words = firstLine(mark_comments);
  return (
    <li className={styles['row']}>
      <label className={styles['choice']}>
        <input
          type="checkbox"
          name={chosenName(row)}
          value={marks ?? ''}
          checked={isChosen}
          onChange={({ target }) => onChoose(target.checked)}
        />
        <span className={styles['text']}>
          <span className={styles['name']}>
            <span>{`${student.s_name}, `}</span>
            <strong>{`${marks ?? ''} of 100`}</strong>
          </span>
          <span className={styles['facts']}>
            <span>{`Version ${version}${late ? ', late' : ''}. `}</span>
            <Seen row={row} />
          </span>
          {words !== '' && <span className={styles['words']}>{`“${words}”`}</span>}
        </span>
      </label>
    </li>
  );
}

type Done = { outcome: Released; rows: readonly StaffSubmission[] };

/**
 * All marks of a task that are held back, each with whom it reaches and what that student sees so far; those that are ticked
 * are released by one press, and can be taken back together.
 */
export function ReleaseList({
  batch,
  task,
  rows,
  posted,
}: {
  batch: string;
  task: Task;
  rows: readonly StaffSubmission[];
  /** What became of the form that was posted before its script ran. */
  posted: Released | undefined;
}) {
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [done, setDone] = useState<Done | null>(null);
  const { isBusy, error, run } = useMutation();
  const { revalidate } = useRevalidator();
  const keyOf = usePressKey();
  const isChosen = (row: StaffSubmission) => changed.get(row.number) ?? !fallsBelow(row);
  const chosen = rows.filter(isChosen);

  const send = (marks: ReturnType<typeof listedMarks>, released: boolean, of: readonly StaffSubmission[]) =>
    run(async () => {
      const body = { task, released, marks };
      const key = keyOf(JSON.stringify(body));
      const outcome = await call('releaseMarks', { params: { batch }, body, idempotencyKey: key });
      setDone({ outcome, rows: of });
      await revalidate();
    });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (chosen.length > 0) void send(listedMarks(chosen), true, rows);
  };
  const taken = done?.outcome.released === true ? done.outcome.done : [];
  const takeBack = () =>
    done !== null &&
    void send(listedMarks(done.rows.filter(({ number }) => taken.includes(number))), false, done.rows);
  return (
    <>
      {done !== null && (
        <ReleaseOutcome key={JSON.stringify(done.outcome)} of={done.outcome} rows={done.rows} takesFocus />
      )}
      {done === null && posted !== undefined && <ReleaseOutcome of={posted} rows={rows} takesFocus={false} />}
      {taken.length > 0 && (
        <div>
          <Button
            variant="secondary"
            busy={isBusy}
            onClick={takeBack}
          >{`Take ${taken.length === 1 ? 'it' : `all ${taken.length}`} back`}</Button>
        </div>
      )}
      {rows.length === 0 ? (
        <EmptyState title={`No marks for ${taskLabel(task)} are held back`}>
          <p>What is marked and not released stands here.</p>
        </EmptyState>
      ) : (
        <form method="post" className={styles['form']} onSubmit={submit}>
          <FormKey of="release" />
          <input type="hidden" name="task" value={task} />
          <ul className={styles['list']} aria-label={`Marks for ${taskLabel(task)} that are held back`}>
            {rows.map((row) => (
              <Row
                key={row.number}
                row={row}
                isChosen={isChosen(row)}
                onChoose={(is) => setChanged(new Map(changed).set(row.number, is))}
              />
            ))}
          </ul>
          {hasOlder(rows, limits.releasedAtOnce) && (
            <p className={styles['facts']}>More follow once these are released.</p>
          )}
          <MessageRoom>{error !== null && <Notice tone="error">{errorMessage(error)}</Notice>}</MessageRoom>
          <div className={styles['actions']}>
            <Button type="submit" busy={isBusy}>
              {`Release ${countOf(chosen.length, 'mark')}`}
            </Button>
            <span className={styles['facts']}>
              {chosen.length === 0 ? 'Tick whose marks are to be released.' : 'Each student is told.'}
            </span>
          </div>
        </form>
      )}
    </>
  );
}
