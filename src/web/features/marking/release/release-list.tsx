import { useState } from 'react';
import type { Task } from '#contract/dates';
import { firstLine } from '#contract/excerpt';
import { limits } from '#contract/limits';
import type { Released } from '#contract/marking/release-calls';
import type { StaffSubmission } from '#contract/marking/calls';
import { useActionForm } from '../../../lib/forms/use-action-form.ts';
import { hasOlder } from '../../../lib/has-older.ts';
import { taskLabel } from '../../../lib/task-label.ts';
import { ActionForm } from '../../../ui/action-form.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { countOf } from '../desk/batch-counts.ts';
import { chosenName, fallsBelow } from './listed-marks.ts';
import styles from './release-list.module.css';
import { ReleaseOutcome } from './release-outcome.tsx';

function Seen({ row: { student, shown, marks } }: { row: StaffSubmission }) {
  if (shown === null) return <span>{`${student.s_name} sees no marks yet`}</span>;
  const now = `${student.s_name} sees ${shown.marks} for version ${shown.version}`;
  return marks !== null && marks < shown.marks ? (
    <strong className={styles['lower']}>{`${now}, which is higher. Tick to release anyway.`}</strong>
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

function TakeBack({
  task,
  rows,
  onDone,
}: {
  task: Task;
  rows: readonly StaffSubmission[];
  onDone: (outcome: Released) => void;
}) {
  const marks = Object.fromEntries(rows.map((row) => [chosenName(row), String(row.marks)]));
  const form = useActionForm<Released>({ act: 'take-back', of: { task }, hidden: marks, onDone });
  return <ActionForm form={form} button={`Withdraw ${rows.length === 1 ? 'it' : `all ${rows.length}`}`} />;
}

type Done = { outcome: Released; rows: readonly StaffSubmission[] };

/**
 * A task's held-back marks, each with the student and what they see so far; ticked ones are released, and
 * undone, together.
 */
export function ReleaseList({
  task,
  rows,
  posted,
}: {
  task: Task;
  rows: readonly StaffSubmission[];
  /** The result of a form posted without scripts. */
  posted: Released | undefined;
}) {
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [done, setDone] = useState<Done | null>(null);
  const onDone = (outcome: Released) => setDone({ outcome, rows: done?.rows ?? rows });
  const form = useActionForm<Released>({ act: 'release', of: { task }, keepsFields: true, onDone });
  const isChosen = (row: StaffSubmission) => changed.get(row.number) ?? !fallsBelow(row);
  const chosen = rows.filter(isChosen);
  const { outcome, rows: of } = done ?? { outcome: posted, rows };
  const released = outcome?.released === true ? outcome.done : [];
  return (
    <>
      {outcome !== undefined && (
        <ReleaseOutcome key={JSON.stringify(outcome)} of={outcome} rows={of} takesFocus={done !== null} />
      )}
      {done !== null && released.length > 0 && (
        <TakeBack
          task={task}
          rows={of.filter(({ number }) => released.includes(number))}
          onDone={(taken) => setDone({ outcome: taken, rows: of })}
        />
      )}
      {rows.length === 0 ? (
        <EmptyState title={`No unreleased marks for ${taskLabel(task)}`}>
          <p>Marks that students cannot see yet appear here.</p>
        </EmptyState>
      ) : (
        <ActionForm
          form={form}
          button={`Release ${countOf(chosen.length, 'mark')}`}
          variant="primary"
          className={styles['form']}
          buttons={styles['actions']}
          further={
            <span className={styles['facts']}>
              {chosen.length === 0 ? 'Select the marks to release.' : 'Each student is notified.'}
            </span>
          }
        >
          <ul className={styles['list']} aria-label={`Unreleased marks for ${taskLabel(task)}`}>
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
            <p className={styles['facts']}>More appear after these are released.</p>
          )}
        </ActionForm>
      )}
    </>
  );
}
