import { Link } from 'react-router';
import { batchDatesAddress } from '#contract/progress/batch-view';
import type { StaffBatch } from '#contract/marking/calls';
import { releaseAddress, staffAddress } from '#contract/marking/staff-view';
import { formatNumber } from '../../ui/format-number.ts';
import { countOf, markingState } from '../marking/desk/batch-counts.ts';
import styles from './batch-summary.module.css';

/** A batch's counts in one line, and the way to its hand-ins. */
export function BatchSummary({ batch }: { batch: StaffBatch }) {
  const { name, course, students, withProject, submissions } = batch;
  return (
    <p className={styles['summary']}>
      <span>{`${course}.`}</span>{' '}
      <span>
        {`${countOf(students, 'student')}, ${formatNumber(withProject)} with a project, ${countOf(submissions, 'submission')}: ${markingState(batch).toLowerCase()}.`}
      </span>{' '}
      <Link to={staffAddress({ batch: name })}>Mark submissions</Link>
      {batch.heldBack > 0 && (
        <>
          {' '}
          <Link to={releaseAddress(name)}>Release marks</Link>
        </>
      )}{' '}
      <Link to={batchDatesAddress(name)}>Dates and extensions</Link>
    </p>
  );
}
