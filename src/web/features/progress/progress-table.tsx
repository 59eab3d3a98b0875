import { memo } from 'react';
import { Link } from 'react-router';
import type { Stone, StudentProgress } from '#contract/progress/calls';
import { batchAddress, progressSorts, studentAddress, type BatchView } from '#contract/progress/batch-view';
import { recordStatusLabels } from '#contract/marking/recorded';
import { staffAddress } from '#contract/marking/staff-view';
import { tasks } from '#contract/dates';
import type { ListedResult, ResultFigures } from '#contract/results/result-calls';
import { meanOfMarks } from '#contract/marking/mean-of-marks';
import { taskLabel } from '../../lib/task-label.ts';
import { WhatsAppLink } from '../../ui/whatsapp-link.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import styles from './batch.module.css';
import { StateSign, stateWords, stoneWords } from './student-arch.tsx';

type Column = { label: string; sort?: BatchView['sort'] };

const columns: readonly Column[] = [
  { label: 'Student', sort: 'name' },
  ...tasks.map((task) => ({ label: taskLabel(task), sort: task })),
  { label: 'Result' },
  { label: 'Needs attention', sort: 'behind' },
  { label: 'Last seen', sort: 'seen' },
  { label: 'Project' },
];

const marksOf = (row: StudentProgress, task: string) =>
  row.stones.find((stone) => stone.task === task)?.marks ?? null;

/** By a task's marks, lowest first, once all are loaded; the server sorts by the rest. */
function inOrder(rows: readonly StudentProgress[], sort: BatchView['sort']) {
  const task = tasks.find((one) => one === sort);
  if (task === undefined) return rows;
  return rows.toSorted((a, b) => (marksOf(a, task) ?? -1) - (marksOf(b, task) ?? -1));
}

function Cell({ batch, row, stone }: { batch: string; row: StudentProgress; stone: Stone }) {
  const { s_id, s_name } = row.student;
  const { task, state, marks, late, number, recorded } = stone;
  const record = recorded?.counts === true ? recorded : null;
  // As wide as a cell; the title has the whole word.
  const isExcused = record?.status === 'excused';
  return (
    <td data-state={state}>
      <Link
        to={number === undefined ? studentAddress(s_id) : staffAddress({ batch, state: 'all', open: number })}
        // Without a submission it links to the name's target: one tab stop is enough.
        tabIndex={number === undefined ? -1 : undefined}
        title={`${s_name}, ${taskLabel(task)}: ${stoneWords(stone)}`}
      >
        {marks !== null && <span className={styles['marks']}>{marks}</span>}
        {isExcused && (
          <span className={styles['excused']} aria-hidden="true">
            Exc.
          </span>
        )}
        {marks === null &&
          !isExcused &&
          (state === 'locked' ? <span aria-hidden="true">–</span> : <StateSign state={state} />)}
        {late && <StateSign state="late" />}
        <span className="visually-hidden">{`${record === null ? '' : ` ${recordStatusLabels[record.status]},`} ${stateWords[state]}${late ? ', late' : ''}`}</span>
      </Link>
    </td>
  );
}

const numberOf = ({ result, so_far }: ResultFigures) => result ?? so_far;

const passedWords = ({ passed, grade }: ResultFigures) =>
  [passed === null ? [] : passed ? 'passed' : 'not passed', grade ?? []].flat();

/** With unreleased marks; dashed where the student cannot know it. */
function ResultCell({ result }: { result: ListedResult | undefined }) {
  const value = result && numberOf(result.with_unreleased);
  if (result === undefined || value == null)
    return (
      <td data-state="locked">
        <span aria-hidden="true">–</span>
      </td>
    );
  const { released, with_unreleased: all } = result;
  const isKnown = value === numberOf(released) && all.state === released.state;
  const words = [all.state === 'complete' ? 'Result' : 'So far', ...passedWords(all)].join(', ');
  return (
    <td
      data-state={isKnown ? 'released' : 'held-back'}
      title={isKnown ? words : `${words}, with unreleased marks`}
    >
      <span className={styles['result']}>
        <span className={all.state === 'complete' || !isKnown ? styles['marks'] : undefined}>{value}</span>
        {all.passed === false && <span className={styles['failed']}>!</span>}
        <span className="visually-hidden">{` ${words}${isKnown ? '' : ', with unreleased marks'}`}</span>
      </span>
    </td>
  );
}

/** Thousands may be shown. */
const TableRow = memo(function TableRow({ batch, row }: { batch: string; row: StudentProgress }) {
  const { student, project, stones, result, reason, seen_at } = row;
  return (
    <tr>
      <th scope="row">
        <Link
          to={studentAddress(student.s_id)}
          title={project === null ? student.s_id : `${student.s_id}, ${project.name}`}
        >
          {student.s_name}
        </Link>
      </th>
      {stones.map((stone) => (
        <Cell key={stone.task} batch={batch} row={row} stone={stone} />
      ))}
      <ResultCell result={result} />
      <td title={reason ?? undefined}>
        {row.whatsapp !== undefined && (
          <span className={styles['chat']}>
            <WhatsAppLink href={row.whatsapp} name={student.s_name} />
          </span>
        )}
        <span>{reason}</span>
      </td>
      <td>{seen_at === null ? 'Never' : <TimeAgo value={seen_at} />}</td>
      <td title={project?.name}>{project?.name ?? 'None yet'}</td>
    </tr>
  );
});

function Heading({
  batch,
  view,
  column: { label, sort },
  isWhole,
}: {
  batch: string;
  view: BatchView;
  column: Column;
  isWhole: boolean;
}) {
  const isSortable = sort !== undefined && (isWhole || progressSorts.some((one) => one === sort));
  if (!isSortable) return <th scope="col">{label}</th>;
  const isSorted = view.sort === sort;
  return (
    <th scope="col" aria-sort={isSorted ? 'ascending' : undefined}>
      <Link
        to={batchAddress(batch, { ...view, sort: isSorted ? 'behind' : sort })}
        replace
        preventScrollReset
      >
        {label}
      </Link>
    </th>
  );
}

/** On a narrow screen it scrolls within itself. */
export function ProgressTable({
  batch,
  view,
  rows,
  hasMore,
}: {
  batch: string;
  view: BatchView;
  rows: readonly StudentProgress[];
  hasMore: boolean;
}) {
  const caption = `Students of ${batch} and their six tasks`;
  return (
    // A region that scrolls must be reached by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles['scroll']} role="region" aria-label={caption} tabIndex={0}>
      <table className={styles['table']}>
        <caption className="visually-hidden">{caption}</caption>
        <colgroup>
          {columns.map(({ label }) => (
            <col key={label} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.label} batch={batch} view={view} column={column} isWhole={!hasMore} />
            ))}
          </tr>
        </thead>
        <tbody>
          {(hasMore ? rows : inOrder(rows, view.sort)).map((row) => (
            <TableRow key={row.student.s_id} batch={batch} row={row} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{hasMore ? 'Average of these' : 'Average'}</th>
            {tasks.map((task) => (
              <td key={task}>{meanOfMarks(rows.map((row) => marksOf(row, task)))}</td>
            ))}
            {columns.slice(tasks.length + 1).map(({ label }) => (
              <td key={label} aria-hidden="true" />
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
