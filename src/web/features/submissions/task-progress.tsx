import { openingDay } from '#contract/dates';
import type { TimelineTask } from '#contract/submissions';
import { taskLabel } from '../../lib/task-label.ts';
import { Skeleton } from '../../ui/states.tsx';
import { Day } from '../../ui/time.tsx';
import styles from './task-progress.module.css';

function TaskStateText({ task }: { task: TimelineTask }) {
  switch (task.state) {
    case 'locked':
      return task.opens_at === null ? (
        `${openingDay(task.task)} days after your choice`
      ) : (
        <>
          Locked until <Day value={task.opens_at} />
        </>
      );
    case 'open':
      return 'Open';
    case 'submitted':
      return task.late ? 'Handed in late' : 'Handed in';
    case 'marked':
      return task.marks === null ? (
        'Marked'
      ) : (
        <>
          Marked: <span className={styles['marks']}>{task.marks} of 100</span>
        </>
      );
  }
}

/** The six tasks in a row with their states. */
export function TaskProgress({ tasks }: { tasks: readonly TimelineTask[] }) {
  return (
    <ol className={styles['tasks']} aria-label="Your hand-ins">
      {tasks.map((task) => (
        <li key={task.task} className={styles['task']} data-state={task.state}>
          <StateIcon state={task.state} />
          <span className={styles['name']}>{taskLabel(task.task)}</span>
          <span className={styles['state']}>
            <TaskStateText task={task} />
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The skeleton of the next step and the task progress. */
export function NextStepSkeleton() {
  return (
    <>
      <Skeleton height="7.375rem" />
      <Skeleton height="4.75rem" />
    </>
  );
}

/** The state as an icon, so that it does not depend on colour. */
function StateIcon({ state }: { state: TimelineTask['state'] }) {
  return (
    <svg className={styles['icon']} width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="9" className={styles['disc']} />
      {state === 'open' && <circle cx="10" cy="10" r="3.5" className={styles['dot']} />}
      {(state === 'submitted' || state === 'marked') && (
        <path d="m6 10.3 2.7 2.7L14 7.4" className={styles['tick']} />
      )}
    </svg>
  );
}
