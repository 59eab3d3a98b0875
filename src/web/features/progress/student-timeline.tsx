import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { MarkedVersion, StudentTask } from '#contract/progress/student-calls';
import { staffAddress } from '#contract/marking/staff-view';
import { taskLabel } from '../../lib/task-label.ts';
import { Day, Time } from '../../ui/time.tsx';
import { StateSign, stateWords } from './student-arch.tsx';
import styles from './student.module.css';

function Detail({ task }: { task: StudentTask }) {
  const { state, opens_at, version, submitted_at, marks, shown, earlier_project } = task;
  if (version === null || submitted_at === null) {
    if (opens_at === null) return <span>Opens once a project is chosen</span>;
    return (
      <span>
        <span>{state === 'open' ? 'Open since ' : 'Opens on '}</span>
        <Day value={opens_at} />
      </span>
    );
  }
  return (
    <>
      {marks !== null && (
        <strong>{`${marks} out of 100${state === 'held-back' ? ', not released' : ''}`}</strong>
      )}
      <span>
        <span>{`Version ${version}, `}</span>
        <Time value={submitted_at} />
      </span>
      {earlier_project && <span>Made for an earlier project</span>}
      {shown !== null && shown.version !== version && (
        <span>{`The student sees ${shown.marks} out of 100, for version ${shown.version}`}</span>
      )}
    </>
  );
}

/** With unreleased marks; submissions link to the marking desk. */
export function StudentTimeline({
  batch,
  tasks,
  versions,
}: {
  batch: string | null;
  tasks: readonly StudentTask[];
  versions: readonly MarkedVersion[];
}) {
  const nameOf = ({ task, version }: StudentTask): ReactNode => {
    const newest = versions.find((one) => one.task === task && one.version === version);
    if (batch === null || newest === undefined) return taskLabel(task);
    return <Link to={staffAddress({ batch, state: 'all', open: newest.number })}>{taskLabel(task)}</Link>;
  };
  return (
    <ol className={styles['tasks']}>
      {tasks.map((task) => (
        <li key={task.task}>
          <h3>{nameOf(task)}</h3>
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
          {task.due_at !== null && (
            <p className={styles['due']}>
              Due <Time value={task.due_at} />
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
