import { Link } from 'react-router';
import type { StaffBatch } from '#contract/marking/calls';
import { batchAddress } from '#contract/progress/batch-view';
import { staffAddress, type StaffView } from '#contract/marking/staff-view';
import { classNames } from '../../../ui/class-names.ts';
import { countOf, formatNumber } from '../../../ui/format-number.ts';
import { markingState } from './batch-counts.ts';
import styles from './desk.module.css';

type Counts = Pick<StaffBatch, 'submissions' | 'unmarked' | 'heldBack'>;

function State({ counts }: { counts: Counts }) {
  return (
    <span className={classNames(styles['left'], counts.unmarked + counts.heldBack > 0 && styles['waiting'])}>
      {markingState(counts)}
    </span>
  );
}

export function BatchList({
  batches: rows,
  view: { batch: current, state },
}: {
  batches: readonly StaffBatch[];
  /** From the address: the batch may not exist. */
  view: Pick<StaffView, 'batch' | 'state'>;
}) {
  const shown = rows.find(({ name }) => name === current);
  const head = (
    <span className={styles['batchHead']}>
      <h2 id="batch">{current}</h2>
      {shown !== undefined && <State counts={shown} />}
    </span>
  );
  return (
    <nav aria-label="Your batches" className={styles['batches']}>
      {rows.length === 1 && shown !== undefined ? (
        head
      ) : (
        <details key={current} className={styles['fold']}>
          <summary data-plain className={styles['summary']}>
            {head}
          </summary>
          <ul className={styles['batchList']}>
            {rows.map(({ name, course, students, withProject, ...counts }) => (
              <li key={name} className={styles['batchItem']}>
                <Link
                  to={staffAddress({ batch: name })}
                  preventScrollReset
                  className={styles['batch']}
                  aria-current={name === current ? 'page' : undefined}
                >
                  <span className={styles['batchName']}>{name}</span>
                  <State counts={counts} />
                  <span className={styles['course']}>{course}</span>
                  <span className={styles['course']}>
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
        <div className={styles['batchLinks']}>
          <Link to={batchAddress(shown.name)} className={styles['students']}>
            {`Students of ${shown.name}`}
          </Link>
          <Link
            to={staffAddress({ batch: shown.name, state: 'second-look' })}
            preventScrollReset
            className={styles['students']}
            aria-current={state === 'second-look' ? 'page' : undefined}
          >
            Review requests
          </Link>
        </div>
      )}
    </nav>
  );
}
