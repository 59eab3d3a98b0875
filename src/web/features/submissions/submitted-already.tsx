import { Link } from 'react-router';
import { receiptScreen } from '#contract/submissions/receipt-screen';
import type { TimelineTask } from '#contract/submissions/calls';
import { recordStatusLabels } from '#contract/marking/recorded';
import { countingRecord } from '../../lib/record-words.ts';
import type { ShownTask } from '../../lib/withheld-marks.ts';
import { Time } from '../../ui/time.tsx';
import { afterVersion } from './task-brief.tsx';
import styles from './tasks.module.css';

/** For the present project. */
export const hasMark = ({ marks, isWithheld, earlier_project, ...task }: ShownTask): boolean =>
  countingRecord(task) !== undefined || ((marks !== null || isWithheld === true) && !earlier_project);

/** To the mark. */
export function whatSubmittingDoes(task: ShownTask): string {
  if (task.frozen) return 'Your result is closed. Ask the office before you submit.';
  const { marks, marked_version, version } = task;
  const record = countingRecord(task);
  if (record !== undefined)
    return `If you submit, your mentor marks your work. The new mark replaces ${record.status === 'marked' ? 'this one and can be lower' : `“${recordStatusLabels[record.status]}”`}.`;
  const newest = version ?? 1;
  const isEarlier = marked_version !== null && marked_version < newest;
  const what = isEarlier
    ? `Version ${newest} is not marked yet. If you submit again, your mentor marks version ${newest + 1} instead.`
    : `If you submit again, your mentor marks version ${newest + 1}.`;
  return `${what} The new mark replaces this one and can be lower. Until then ${marks ?? 'this mark'} stays.`;
}

/** Above a form: what its task has already. Nothing before a submission for the present project. */
export function SubmittedAlready({ task }: { task: TimelineTask }) {
  if (task.version === null || task.submitted_at === null || task.earlier_project) return null;
  return (
    <p className={styles['already']}>
      <svg width="16" height="16" viewBox="0 0 20 20" aria-hidden="true" className={styles['alreadyTick']}>
        <circle cx="10" cy="10" r="10" />
        <path d="m5.8 10.4 2.8 2.8 5.6-5.9" />
      </svg>
      <span>
        <strong>{`Version ${task.version} submitted`}</strong> <Time value={task.submitted_at} />
        <span>{`${afterVersion(task)}. `}</span>
        {task.receipt !== undefined && <Link to={receiptScreen(task.task, task.receipt)}>See receipt</Link>}
      </span>
    </p>
  );
}
