import { memo } from 'react';
import { Link } from 'react-router';
import type { StudentProgress } from '#contract/progress/calls';
import { studentAddress } from '#contract/progress/batch-view';
import { tasks } from '#contract/dates';
import { taskLabel } from '../../lib/task-label.ts';
import { classNames } from '../../ui/class-names.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import styles from './progress-list.module.css';
import { archWords, stateWords, stoneSummary } from './stone-words.ts';
import { StateSign, StudentArch } from './student-arch.tsx';

/** One student with the arch; memoised, as thousands may be shown. */
const ArchCard = memo(function ArchCard({ row }: { row: StudentProgress }) {
  const { student, project, stones, reason } = row;
  return (
    <li className={styles['card']}>
      <StudentArch stones={stones} />
      <div className={styles['text']}>
        <h2 className={styles['name']}>
          <Link to={studentAddress(student.s_id)}>{student.s_name}</Link>
        </h2>
        <p className={styles['project']}>{project?.name ?? 'No project yet'}</p>
        <p className={styles['summary']} aria-hidden="true">
          {stoneSummary(stones)}
        </p>
        <p className="visually-hidden">{archWords(stones)}</p>
        {reason !== null && <p className={styles['reason']}>{reason}</p>}
      </div>
    </li>
  );
});

/** Students as arches. */
export function ArchList({ rows }: { rows: readonly StudentProgress[] }) {
  return (
    <ul className={styles['arches']}>
      {rows.map((row) => (
        <ArchCard key={row.student.s_id} row={row} />
      ))}
    </ul>
  );
}

const TableRow = memo(function TableRow({ row }: { row: StudentProgress }) {
  const { student, project, stones, reason, seen_at } = row;
  return (
    <tr>
      <th scope="row">
        <Link to={studentAddress(student.s_id)}>{student.s_name}</Link>
        <span className={styles['address']}>{student.s_id}</span>
      </th>
      <td className={styles['studies']}>{project?.name ?? 'None yet'}</td>
      {stones.map(({ task, state, marks, late }) => (
        <td key={task} className={classNames(styles['stone'], state === 'locked' && styles['locked'])}>
          <span className={styles['state']}>
            <StateSign state={state} />
            <span>{`${stateWords[state]}${marks !== null ? ` ${marks}` : ''}`}</span>
          </span>
          {late && (
            <span className={styles['late']}>
              <StateSign state="late" />
              Late
            </span>
          )}
        </td>
      ))}
      <td className={styles['seen']}>{seen_at === null ? 'Never' : <TimeAgo value={seen_at} />}</td>
      <td className={styles['why']}>{reason}</td>
    </tr>
  );
});

/** The same students as a table, which scrolls within itself where it is wider than the screen. */
export function ProgressTable({ rows, caption }: { rows: readonly StudentProgress[]; caption: string }) {
  return (
    // A region that scrolls must be reached by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles['scroll']} role="region" aria-label={caption} tabIndex={0}>
      <table className={styles['table']}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Student</th>
            <th scope="col">Project</th>
            {tasks.map((task) => (
              <th key={task} scope="col">
                {taskLabel(task)}
              </th>
            ))}
            <th scope="col">Last seen</th>
            <th scope="col">Why behind</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={row.student.s_id} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
