import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { MarkedVersion, StudentTask } from '#contract/progress/student-calls';
import { recordedAddress } from '#contract/marking/recorded';
import type { ListedRecord } from '#contract/marking/recorded-mark-calls';
import { staffAddress } from '#contract/marking/staff-view';
import { markWords } from '../../lib/record-words.ts';
import { taskLabel } from '../../lib/task-label.ts';
import { Day, Time } from '../../ui/time.tsx';
import { StateSign, stateWords } from './student-arch.tsx';
import styles from './student.module.css';

/** What counts without a file, or counted before a later version's mark. */
function Recorded({ record }: { record: ListedRecord }) {
  const words = `${markWords(record)}${record.status === 'marked' ? ', without a file' : ''}`;
  const whose = `${words}${record.released ? '' : ', not released'}`;
  return record.counts ? <strong>{whose}</strong> : <span>{`Recorded before: ${whose}`}</span>;
}

/** What was submitted is marked on the desk, which links to it too. */
function RecordLink({
  s_id,
  task: { task, version, earlier_project, recorded },
}: {
  s_id: string;
  task: StudentTask;
}) {
  if (version !== null && !earlier_project && recorded === undefined) return null;
  const words = recorded === undefined ? 'Record a mark' : 'Open the record';
  return (
    <Link
      className={styles['record']}
      to={recordedAddress(s_id, task)}
      aria-label={`${words}, ${taskLabel(task)}`}
    >
      {words}
    </Link>
  );
}

function Detail({ task }: { task: StudentTask }) {
  const { state, opens_at, version, submitted_at, marks, shown, earlier_project, recorded } = task;
  const record = recorded && <Recorded record={recorded} />;
  if (version === null || submitted_at === null) {
    if (record) return record;
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
      {record}
      {marks !== null && recorded?.counts !== true && (
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
  s_id,
  canRecord,
  batch,
  tasks,
  versions,
}: {
  s_id: string;
  /** Marks are for a project. */
  canRecord: boolean;
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
          {canRecord && <RecordLink s_id={s_id} task={task} />}
        </li>
      ))}
    </ol>
  );
}
