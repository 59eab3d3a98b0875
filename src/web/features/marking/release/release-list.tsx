import { useState } from 'react';
import type { Task } from '#contract/dates';
import { releaseAddress, type MarkSort } from '#contract/marking/staff-view';
import { useActionForm } from '../../../lib/forms/use-action-form.ts';
import { taskLabel } from '../../../lib/task-label.ts';
import { ActionForm } from '../../../ui/action-form.tsx';
import { CardTable } from '../../../ui/card-table.tsx';
import { Button } from '../../../ui/button.tsx';
import { Row as Line, Small } from '../../../ui/layout.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { countOf } from '../../../ui/format-number.ts';
import { ownMarks, selectable, sortMarks } from './choose-marks.ts';
import type { ListedMark, ReleaseDone } from './listed-marks.ts';
import styles from './release.module.css';
import { focusFromTop } from '../../../lib/focus.ts';
import { Notice } from '../../../ui/notice.tsx';

function ReleaseOutcome({
  outcome: { released, done, skipped },
  takesFocus,
}: {
  outcome: ReleaseDone;
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
  const { name, value, s_name, about, marks, seen, isLower, comment, marker } = row;
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
      <td data-label="Marked by">{marker}</td>
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
    formName: 'take-back',
    target: { task: task ?? '' },
    hidden: marks,
    onDone,
  });
  return <ActionForm form={form} button={`Withdraw ${rows.length === 1 ? 'it' : `all ${rows.length}`}`} />;
}

const keysOf = (rows: readonly ListedMark[]): ReadonlySet<string> => new Set(rows.map(({ key }) => key));

type Done = { outcome: ReleaseDone; rows: readonly ListedMark[] };

const columns: readonly { label: string; sort?: MarkSort }[] = [
  { label: 'Student', sort: 'student' },
  { label: 'Task', sort: 'task' },
  { label: 'Marks now', sort: 'marks' },
  { label: 'Marked by', sort: 'marker' },
  { label: 'Student sees' },
  { label: 'Comment' },
];

/** Says what is selected at first, and selects all, the viewer's own or none. */
function Selection({
  rows,
  chosen,
  onChoose,
}: {
  rows: readonly ListedMark[];
  chosen: readonly ListedMark[];
  onChoose: (rows: readonly ListedMark[]) => void;
}) {
  const own = rows.filter(({ isOwn }) => isOwn);
  const choices = [
    ['Select all', selectable(rows)],
    ['Select your marks', selectable(own)],
    ['Select none', []],
  ] as const;
  return (
    <Line gap={2}>
      <Small as="span" role="status">
        {own.length === 0
          ? `You gave none of these marks. ${chosen.length} of ${rows.length} selected.`
          : `You gave ${own.length} of these ${countOf(rows.length, 'mark')}. ${chosen.length} selected.`}
      </Small>
      {choices.map(
        ([label, of]) =>
          (of.length > 0 || label === 'Select none') && (
            <span key={label} data-needs-script>
              <Button variant="quiet" small onClick={() => onChoose(of)}>
                {of.length === 0 ? label : `${label} (${of.length})`}
              </Button>
            </span>
          ),
      )}
    </Line>
  );
}

/** Ticked marks are released, and withdrawn, together. */
export function ReleaseList({
  batch,
  task,
  sort,
  rows: listed,
  isWhole,
  posted,
}: {
  batch: string;
  /** Null for all. */
  task: Task | null;
  sort: MarkSort | null;
  rows: readonly ListedMark[];
  /** There are no more than these. */
  isWhole: boolean;
  /** Of a form posted without scripts. */
  posted: ReleaseDone | undefined;
}) {
  // Rows that come later, or stay after a release, are not selected by themselves.
  const [keys, setKeys] = useState(() => keysOf(ownMarks(listed).rows));
  const rows = sortMarks(listed, sort);
  const [done, setDone] = useState<Done | null>(null);
  const onDone = (outcome: ReleaseDone) => setDone({ outcome, rows: done?.rows ?? rows });
  const form = useActionForm<ReleaseDone>({
    formName: 'release',
    target: { task: task ?? '' },
    keepsFields: true,
    onDone,
  });
  const isChosen = (row: ListedMark) => keys.has(row.key);
  const chosen = rows.filter(isChosen);
  const of = task === null ? '' : ` for ${taskLabel(task)}`;
  const { outcome, rows: submitted } = done ?? { outcome: posted, rows };
  const released = outcome?.released === true ? outcome.done : [];
  return (
    <>
      {outcome !== undefined && (
        <ReleaseOutcome key={JSON.stringify(outcome)} outcome={outcome} takesFocus={done !== null} />
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
            <>
              <Small as="span">
                {chosen.length === 0 ? 'Select the marks to release.' : 'Each student is notified.'}
              </Small>
              <Selection rows={rows} chosen={chosen} onChoose={(of) => setKeys(keysOf(of))} />
            </>
          }
        >
          <CardTable
            caption={`Unreleased marks${of}`}
            columns={columns.map(({ label, sort: by }) => ({
              label,
              ...(by !== undefined && { to: releaseAddress(batch, task, by) }),
              sorted: by !== undefined && by === sort ? 'ascending' : undefined,
            }))}
            className={styles['table']}
          >
            {rows.map((row) => (
              <Row
                key={row.key}
                row={row}
                isChosen={isChosen(row)}
                onChoose={(is) =>
                  setKeys(keysOf(rows.filter((one) => (one.key === row.key ? is : isChosen(one)))))
                }
              />
            ))}
          </CardTable>
          {!isWhole && <Small>More appear after these are released.</Small>}
        </ActionForm>
      )}
    </>
  );
}
