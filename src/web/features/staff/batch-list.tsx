import { Link } from 'react-router';
import type { StaffBatch } from '#contract/staff';
import { staffAddress } from '#contract/staff-view';
import { classNames } from '../../ui/class-names.ts';
import { formatNumber } from '../../ui/format-number.ts';
import styles from './batch-list.module.css';

const countOf = (count: number, one: string, many = `${one}s`) =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** The batches with their counts, each a link to its submissions. */
export function BatchList({
  batches,
  current,
  newlyMarked,
}: {
  batches: readonly StaffBatch[];
  current: string | null;
  /** How many submissions of the current batch were marked since the counts were loaded. */
  newlyMarked: number;
}) {
  return (
    <nav aria-labelledby="batches" className={styles['batches']}>
      <h2 id="batches">Your batches</h2>
      <ul className={styles['list']}>
        {batches.map(({ name, course, students, withProject, submissions, unmarked }) => {
          const isCurrent = name === current;
          const left = Math.max(0, unmarked - (isCurrent ? newlyMarked : 0));
          return (
            <li key={name}>
              <Link
                to={staffAddress({ batch: name })}
                preventScrollReset
                className={styles['batch']}
                aria-current={isCurrent ? 'page' : undefined}
              >
                <span className={styles['name']}>{name}</span>
                <span className={classNames(styles['unmarked'], left > 0 && styles['waiting'])}>
                  {submissions === 0
                    ? 'Nothing yet'
                    : left === 0
                      ? 'All marked'
                      : `${formatNumber(left)} to mark`}
                </span>
                <span className={styles['course']}>{course}</span>
                <span className={styles['counts']}>
                  <span>{countOf(students, 'student')},</span>{' '}
                  <span>{formatNumber(withProject)} with a project,</span>{' '}
                  <span>{countOf(submissions, 'hand-in')}</span>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
