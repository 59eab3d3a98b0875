import { useState } from 'react';
import type { Task } from '#contract/dates';
import { useActionForm } from '../../../lib/forms/use-action-form.ts';
import { taskLabel } from '../../../lib/task-label.ts';
import { ActionForm } from '../../../ui/action-form.tsx';
import { CardTable } from '../../../ui/card-table.tsx';
import { Small } from '../../../ui/layout.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { countOf } from '../../../ui/format-number.ts';
import type { ListedMark, ReleaseDone } from './listed-marks.ts';
import styles from './release.module.css';
import { focusFromTop } from '../../../lib/focus.ts';
import { Notice } from '../../../ui/notice.tsx';

function ReleaseOutcome({
  of: { released, done, skipped },
  takesFocus,
}: {
  of: ReleaseDone;
  takesFocus: boolean;
}) {
  const marks = countOf(done.length, 'mark');
  return (
    <div ref={takesFocus ? focusFromTop : undefined} tabIndex={-1}>
      <Notice
        tone={done.length === 0 ? 'warning' : 'success'}
        title={released ? `${marks} released` : `${marks} withdrawn`}
      >
        {skipped.map((message) => (
          <p key={message}>{message}</p>
        ))}
        {done.length === 0 ? null : released ? (
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
  row: ListedMark;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}) {
  const { name, value, s_name, about, marks, seen, isLower, comment } = row;
  return (
    <tr>
      <th scope="row" aria-label={s_name}>
        <label className={styles['choice']}>
          <input
            type="checkbox"
            name={name}
            value={value}
            checked={isChosen}
            onChange={({ target }) => onChoose(target.checked)}
          />
          <span>{s_name}</span>
        </label>
      </th>
      <td data-label="Task">{about}</td>
      <td data-label="Marks now">
        <strong>{marks}</strong>
      </td>
      <td data-label="Student sees">
        <span>{seen}</span>
        {isLower && (
          <strong className={styles['lower']}>
            The student sees a higher mark. Tick to release this lower one.
          </strong>
        )}
      </td>
      <td data-label="Comment" className={styles['comment']}>
        {comment}
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
  rows: readonly ListedMark[];
  onDone: (outcome: ReleaseDone) => void;
}) {
  const marks = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  const form = useActionForm<ReleaseDone>({
    act: 'take-back',
    of: { task: task ?? '' },
    hidden: marks,
    onDone,
  });
  return <ActionForm form={form} button={`Withdraw ${rows.length === 1 ? 'it' : `all ${rows.length}`}`} />;
}

type Done = { outcome: ReleaseDone; rows: readonly ListedMark[] };

/** Ticked marks are released, and withdrawn, together. */
export function ReleaseList({
  task,
  rows,
  isWhole,
  posted,
}: {
  /** Null for all. */
  task: Task | null;
  rows: readonly ListedMark[];
  /** There are no more than these. */
  isWhole: boolean;
  /** Of a form posted without scripts. */
  posted: ReleaseDone | undefined;
}) {
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [done, setDone] = useState<Done | null>(null);
  const onDone = (outcome: ReleaseDone) => setDone({ outcome, rows: done?.rows ?? rows });
  const form = useActionForm<ReleaseDone>({
    act: 'release',
    of: { task: task ?? '' },
    keepsFields: true,
    onDone,
  });
  const isChosen = (row: ListedMark) => changed.get(row.key) ?? !row.isLower;
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
          rows={submitted.filter(({ key }) => released.includes(key))}
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
                key={row.key}
                row={row}
                isChosen={isChosen(row)}
                onChoose={(is) => setChanged(new Map(changed).set(row.key, is))}
              />
            ))}
          </CardTable>
          {!isWhole && <Small>More appear after these are released.</Small>}
        </ActionForm>
      )}
    </>
  );
}
