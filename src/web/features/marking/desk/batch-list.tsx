import { Link } from 'react-router';
import type { StaffBatch } from '#contract/marking/calls';
import { batchAddress } from '#contract/progress/batch-view';
import { staffAddress } from '#contract/marking/staff-view';
import { classNames } from '../../../ui/class-names.ts';
import { formatNumber } from '../../../ui/format-number.ts';
import { countOf, markingState } from './batch-counts.ts';
import styles from './batch-list.module.css';
import type { CountChange } from './use-queue.ts';

type Counts = Pick<StaffBatch, 'submissions' | 'unmarked' | 'heldBack'>;

function State({ of }: { of: Counts }) {
  return (
    <span className={classNames(styles['unmarked'], of.unmarked + of.heldBack > 0 && styles['waiting'])}>
      {markingState(of)}
    </span>
  );
}

/** The chosen batch with its counts; unfolded, all batches. */
export function BatchList({
  batches,
  current,
  change,
}: {
  batches: readonly StaffBatch[];
  /** From the address; may name no batch. */
  current: string | null;
  change: CountChange;
}) {
  const rows = batches.map((batch) => {
    if (batch.name !== current) return batch;
    const unmarked = Math.max(0, batch.unmarked + change.unmarked);
    return { ...batch, unmarked, heldBack: Math.max(0, batch.heldBack + change.heldBack) };
  });
  const shown = rows.find(({ name }) => name === current);
  const head = (
    <span className={styles['head']}>
      <h2 id="batch">{current}</h2>
      {shown !== undefined && <State of={shown} />}
    </span>
  );
  return (
    <nav aria-label="Your batches" className={styles['batches']}>
      {rows.length === 1 && shown !== undefined ? (
        head
      ) : (
        // Folds again after a choice.
        <details key={current} className={styles['fold']}>
          <summary className={styles['summary']}>{head}</summary>
          <ul className={styles['list']}>
            {rows.map(({ name, course, students, withProject, ...counts }) => (
              <li key={name} className={styles['item']}>
                <Link
                  to={staffAddress({ batch: name })}
                  preventScrollReset
                  className={styles['batch']}
                  aria-current={name === current ? 'page' : undefined}
                >
                  <span className={styles['name']}>{name}</span>
                  <State of={counts} />
                  <span className={styles['course']}>{course}</span>
                  <span className={styles['counts']}>
                    <span>{`${countOf(students, 'student')},`}</span>{' '}
                    <span>{`${formatNumber(withProject)} with a project,`}</span>{' '}
                    <span>{countOf(counts.submissions, 'submission')}</span>
                  </span>
                </Link>
                {name !== current && (
                  <Link to={batchAddress(name)} className={styles['students']}>
                    {`Students of ${name}`}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
      {shown !== undefined && (
        <Link to={batchAddress(shown.name)} className={styles['students']}>
          {`Students of ${shown.name}`}
        </Link>
      )}
    </nav>
  );
}
