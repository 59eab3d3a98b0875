import { useState } from 'react';
import type { Task } from '#contract/dates';
import { firstLine } from '#contract/excerpt';
import { limits } from '#contract/limits';
import type { ReleasedTasks } from '#contract/marking/release-calls';
import type { StaffSubmission } from '#contract/marking/calls';
import { lateness } from '#contract/submissions/lateness';
import { useActionForm } from '../../../lib/forms/use-action-form.ts';
import { hasOlder } from '../../../lib/has-older.ts';
import { taskLabel } from '../../../lib/task-label.ts';
import { ActionForm } from '../../../ui/action-form.tsx';
import { CardTable } from '../../../ui/card-table.tsx';
import { Small } from '../../../ui/layout.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { countOf } from '../../../ui/format-number.ts';
import { chosenName, fallsBelow } from './listed-marks.ts';
import styles from './release.module.css';
import { focusFromTop } from '../../../lib/focus.ts';
import { Notice } from '../../../ui/notice.tsx';

function ReleaseOutcome({ of: { released, done }, takesFocus }: { of: ReleasedTasks; takesFocus: boolean }) {
  const marks = countOf(done.length, 'mark');
  return (
    <div ref={takesFocus ? focusFromTop : undefined} tabIndex={-1}>
      <Notice tone="success" title={released ? `${marks} released` : `${marks} withdrawn`}>
        {released ? (
          <p>Students see them now and get an email in ten minutes. Until then you can withdraw them.</p>
        ) : (
          <p>Only staff see them now.</p>
        )}
      </Notice>
    </div>
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
  const { student, task, version, marks, mark_comments, shown } = row;
  const late = lateness(row);
  return (
    <tr>
      <th scope="row" aria-label={student.s_name}>
        <label className={styles['choice']}>
          <input
            type="checkbox"
            name={chosenName(row)}
            value={marks ?? ''}
            checked={isChosen}
            onChange={({ target }) => onChoose(target.checked)}
          />
          <span>{student.s_name}</span>
        </label>
      </th>
      <td data-label="Task">{`${taskLabel(task)}${version > 1 ? `, version ${version}` : ''}${late === null ? '' : `, ${late}`}`}</td>
      <td data-label="Marks now">
        <strong>{marks}</strong>
      </td>
      <td data-label="Student sees">
        <span>{shown === null ? 'None yet' : `${shown.marks} for version ${shown.version}`}</span>
        {fallsBelow(row) && (
          <strong className={styles['lower']}>
            The student sees a higher mark. Tick to release this lower one.
          </strong>
        )}
      </td>
      <td data-label="Comment" className={styles['comment']}>
        {firstLine(mark_comments)}
      </td>
    </tr>
  );
}

function WithdrawReleased({
  task,
  rows,
  onDone,
}: {
  task: Task | null;
  rows: readonly StaffSubmission[];
  onDone: (outcome: ReleasedTasks) => void;
}) {
  const marks = Object.fromEntries(rows.map((row) => [chosenName(row), String(row.marks)]));
  const form = useActionForm<ReleasedTasks>({
    act: 'take-back',
    of: { task: task ?? '' },
    hidden: marks,
    onDone,
  });
  return <ActionForm form={form} button={`Withdraw ${rows.length === 1 ? 'it' : `all ${rows.length}`}`} />;
}

type Done = { outcome: ReleasedTasks; rows: readonly StaffSubmission[] };

/** Ticked marks are released, and withdrawn, together. */
export function ReleaseList({
  task,
  rows,
  posted,
}: {
  /** Null for all. */
  task: Task | null;
  rows: readonly StaffSubmission[];
  /** Of a form posted without scripts. */
  posted: ReleasedTasks | undefined;
}) {
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [done, setDone] = useState<Done | null>(null);
  const onDone = (outcome: ReleasedTasks) => setDone({ outcome, rows: done?.rows ?? rows });
  const form = useActionForm<ReleasedTasks>({
    act: 'release',
    of: { task: task ?? '' },
    keepsFields: true,
    onDone,
  });
  const isChosen = (row: StaffSubmission) => changed.get(row.number) ?? !fallsBelow(row);
  const chosen = rows.filter(isChosen);
  const of = task === null ? '' : ` for ${taskLabel(task)}`;
  const { outcome, rows: submitted } = done ?? { outcome: posted, rows };
  const released = outcome?.released === true ? outcome.done : [];
  return (
    <>
      {outcome !== undefined && (
        <ReleaseOutcome key={JSON.stringify(outcome)} of={outcome} takesFocus={done !== null} />
      )}
      {done !== null && released.length > 0 && (
        <WithdrawReleased
          task={task}
          rows={submitted.filter(({ number }) => released.includes(number))}
          onDone={(taken) => setDone({ outcome: taken, rows: submitted })}
        />
      )}
      {rows.length === 0 ? (
        <EmptyState title={`No unreleased marks${of}`}>
          <p>Marks that you save without releasing them appear here.</p>
        </EmptyState>
      ) : (
        <ActionForm
          form={form}
          button={`Release ${countOf(chosen.length, 'mark')}`}
          variant="primary"
          buttons="bottom-bar"
          further={
            <Small as="span">
              {chosen.length === 0 ? 'Select the marks to release.' : 'Each student is notified.'}
            </Small>
          }
        >
          <CardTable
            caption={`Unreleased marks${of}`}
            columns={['Student', 'Task', 'Marks now', 'Student sees', 'Comment']}
            className={styles['table']}
          >
            {rows.map((row) => (
              <Row
                key={row.number}
                row={row}
                isChosen={isChosen(row)}
                onChoose={(is) => setChanged(new Map(changed).set(row.number, is))}
              />
            ))}
          </CardTable>
          {hasOlder(rows, limits.releasedAtOnce) && <Small>More appear after these are released.</Small>}
        </ActionForm>
      )}
    </>
  );
}
