import { useId, useState, type ReactNode } from 'react';
import type { WeekStatus } from '#contract/submissions';
import { Button } from '../../ui/button.tsx';
import { Day } from '../../ui/time.tsx';
import styles from './weekly-status.module.css';

const states: Record<WeekStatus['state'], string> = {
  locked: 'Not open yet',
  open: 'Open, not handed in',
  submitted: 'Handed in',
  marked: 'Marked',
};

function Opens({ at }: { at: string | null | undefined }) {
  if (at == null) return 'This week opens after you have chosen a project.';
  return (
    <>
      This week opens on <Day value={at} />.
    </>
  );
}

/** What stands in place of marks while there are none. */
function WhyNoMarks({ status, opensAt }: { status: WeekStatus; opensAt: string | null | undefined }) {
  switch (status.state) {
    case 'locked':
      return <Opens at={opensAt} />;
    case 'open':
      return 'Nothing is handed in for this week yet.';
    default:
      return 'Your mentor has not released marks for this week yet.';
  }
}

/** Marks and the mentor's words. */
export function MarkDetails({
  marks,
  comments,
  none,
}: Pick<WeekStatus, 'marks' | 'comments'> & { none: ReactNode }) {
  return (
    <dl className={styles['details']}>
      <div>
        <dt>Marks</dt>
        <dd>{marks === null ? <span className={styles['none']}>{none}</span> : `${marks} out of 100`}</dd>
      </div>
      <div>
        <dt>Comments</dt>
        <dd className={styles['comments']}>
          {comments || <span className={styles['none']}>No comments yet.</span>}
        </dd>
      </div>
    </dl>
  );
}

function Week({ status, opensAt }: { status: WeekStatus; opensAt: string | null | undefined }) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  return (
    <li className={styles['week']}>
      <div className={styles['row']}>
        <h4 id={`${id}week`}>Week {status.week}</h4>
        <span className={styles['state']} data-state={status.state}>
          {states[status.state]}
        </span>
        <Button
          id={`${id}button`}
          variant="secondary"
          small
          aria-expanded={isShown}
          aria-controls={`${id}details`}
          aria-labelledby={`${id}button ${id}week`}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide Status' : 'View Status'}
        </Button>
      </div>
      <div id={`${id}details`} hidden={!isShown}>
        {isShown && (
          <MarkDetails
            marks={status.marks}
            comments={status.comments}
            none={<WhyNoMarks status={status} opensAt={opensAt} />}
          />
        )}
      </div>
    </li>
  );
}

/** Each week's state, with marks and comments behind a button (specification, section 2). */
export function WeeklyStatus({
  weeks,
  opensAt,
}: {
  weeks: readonly WeekStatus[];
  /** When a week opens, where that is known. */
  opensAt: (week: number) => string | null | undefined;
}) {
  return (
    <ul className={styles['weeks']}>
      {weeks.map((status) => (
        <Week key={status.week} status={status} opensAt={opensAt(status.week)} />
      ))}
    </ul>
  );
}
