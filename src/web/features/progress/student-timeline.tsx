import type { StudentTask } from '#contract/progress/student-calls';
import { taskLabel } from '../../lib/task-label.ts';
import { Day, Time } from '../../ui/time.tsx';
import { stateWords } from './stone-words.ts';
import { StateSign } from './student-arch.tsx';
import styles from './student-timeline.module.css';

function Detail({ task }: { task: StudentTask }) {
  const { state, opens_at, version, submitted_at, marks, shown, due_at, earlier_project } = task;
  const due = due_at !== null && (
    <span className={styles['line']}>
      Due <Time value={due_at} />
    </span>
  );
  if (version === null || submitted_at === null) {
    if (opens_at === null) return <span>Opens once a project is chosen</span>;
    return state === 'open' ? (
      <>
        <span>Open since </span>
        <Day value={opens_at} />
        {due}
      </>
    ) : (
      <>
        <span>Opens on </span>
        <Day value={opens_at} />
        {due}
      </>
    );
  }
  return (
    <>
      <span>{`Version ${version}, `}</span>
      <Time value={submitted_at} />
      {earlier_project && <span className={styles['line']}>Made for an earlier project</span>}
      {due}
      {marks !== null && (
        <span className={styles['line']}>
          {`${marks} of 100${state === 'held-back' ? ', not released' : ''}`}
        </span>
      )}
      {shown !== null && shown.version !== version && (
        <span className={styles['line']}>
          {`The student sees ${shown.marks} of 100, for version ${shown.version}`}
        </span>
      )}
    </>
  );
}

/** The six tasks as staff see them, with what is held back. */
export function StudentTimeline({ tasks }: { tasks: readonly StudentTask[] }) {
  return (
    <ol className={styles['tasks']}>
      {tasks.map((task) => (
        <li key={task.task} className={styles['task']}>
          <h3 className={styles['name']}>{taskLabel(task.task)}</h3>
          <p className={styles['state']}>
            <StateSign state={task.state} />
            <span>{stateWords[task.state]}</span>
            {task.late && (
              <span className={styles['late']}>
                <StateSign state="late" />
                Late
              </span>
            )}
          </p>
          <p className={styles['detail']}>
            <Detail task={task} />
          </p>
        </li>
      ))}
    </ol>
  );
}
