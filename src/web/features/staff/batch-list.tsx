import { Link } from 'react-router';
import type { StaffBatch } from '#contract/staff';
import { batchAddress } from '#contract/batch-view';
import { staffAddress } from '#contract/staff-view';
import { classNames } from '../../ui/class-names.ts';
import { formatNumber } from '../../ui/format-number.ts';
import { countOf, markingState } from './batch-counts.ts';
import styles from './batch-list.module.css';

/** What has changed in the current batch since its counts were loaded. */
export type CountChange = { unmarked: number; heldBack: number };

/** The batches with their counts, each a link to its submissions and one to its students. */
export function BatchList({
  batches,
  current,
  change,
}: {
  batches: readonly StaffBatch[];
  current: string | null;
  change: CountChange;
}) {
  return (
    <nav aria-labelledby="batches" className={styles['batches']}>
      <h2 id="batches">Your batches</h2>
      <ul className={styles['list']}>
        {batches.map(({ name, course, students, withProject, submissions, ...counts }) => {
          const isCurrent = name === current;
          const unmarked = Math.max(0, counts.unmarked + (isCurrent ? change.unmarked : 0));
          const heldBack = Math.max(0, counts.heldBack + (isCurrent ? change.heldBack : 0));
          return (
            <li key={name} className={styles['item']}>
              <Link
                to={staffAddress({ batch: name })}
                preventScrollReset
                className={styles['batch']}
                aria-current={isCurrent ? 'page' : undefined}
              >
                <span className={styles['name']}>{name}</span>
                <span
                  className={classNames(styles['unmarked'], unmarked + heldBack > 0 && styles['waiting'])}
                >
                  {markingState({ submissions, unmarked, heldBack })}
                </span>
                <span className={styles['course']}>{course}</span>
                <span className={styles['counts']}>
                  <span>{countOf(students, 'student')},</span>{' '}
                  <span>{formatNumber(withProject)} with a project,</span>{' '}
                  <span>{countOf(submissions, 'hand-in')}</span>
                </span>
              </Link>
              <Link to={batchAddress(name)} className={styles['students']}>
                Students of {name}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
