import { openingDay } from '#contract/dates';
import type { TimelineTask } from '#contract/submissions/calls';
import { latenessOfTask } from '#contract/submissions/task-lateness';
import { recordStatusLabels } from '#contract/marking/recorded';
import { countingRecord, isExcused } from '../../lib/record-words.ts';
import { taskLabel } from '../../lib/task-label.ts';
import { Skeleton } from '../../ui/states.tsx';
import { Day } from '../../ui/time.tsx';
import styles from './tasks.module.css';

/** In one or two words, with more for screen readers. */
function TaskStateText({ task }: { task: TimelineTask }) {
  const status = countingRecord(task)?.status;
  if (status !== undefined && status !== 'marked') return <span>{recordStatusLabels[status]}</span>;
  switch (task.state) {
    case 'locked':
      return task.opens_at === null ? (
        <>
          <span>{`Day ${openingDay(task.task)}`}</span>
          <span className="visually-hidden"> after your choice</span>
        </>
      ) : (
        <>
          <span className="visually-hidden">Locked until </span>
          <Day value={task.opens_at} isShort />
        </>
      );
    case 'open':
      return <span>Open</span>;
    case 'submitted':
      return <span>{latenessOfTask(task) === 'late' ? 'Submitted late' : 'Submitted'}</span>;
    case 'marked':
      return task.marks === null ? (
        <span>Marked</span>
      ) : (
        <>
          <span className="visually-hidden">Marked: </span>
          <span>{task.marks}</span>
          <span className="visually-hidden"> out of 100</span>
        </>
      );
  }
}

export function TaskProgress({ tasks }: { tasks: readonly TimelineTask[] }) {
  return (
    <ol className={styles['tasks']} aria-label="Your submissions">
      {tasks.map((task) => (
        <li key={task.task} className={styles['task']} data-state={isExcused(task) ? 'marked' : task.state}>
          <StateIcon task={task} />
          <span className={styles['name']}>{taskLabel(task.task)}</span>
          <span className={styles['progressState']}>
            <TaskStateText task={task} />
          </span>
        </li>
      ))}
    </ol>
  );
}

export function NextStepSkeleton() {
  return (
    <>
      <Skeleton height="5.375rem" />
      <div className={styles['waiting']}>
        <Skeleton height="100%" />
      </div>
    </>
  );
}

/** Not by colour alone. */
function StateIcon({ task }: { task: TimelineTask }) {
  const { state } = task;
  const status = countingRecord(task)?.status;
  const isDone = (state === 'submitted' || state === 'marked') && status === undefined;
  return (
    <svg className={styles['icon']} width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="9" className={styles['disc']} />
      {state === 'open' && status === undefined && (
        <circle cx="10" cy="10" r="3.5" className={styles['dot']} />
      )}
      {(isDone || status === 'marked') && <path d="m6 10.3 2.7 2.7L14 7.4" className={styles['tick']} />}
      {status !== undefined && status !== 'marked' && <path d="M6 10h8" className={styles['tick']} />}
    </svg>
  );
}
