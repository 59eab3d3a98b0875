import type { ListedReceipt, TimelineTask } from '#contract/submissions/calls';
import { taskLabel } from '../../lib/task-label.ts';
import { Time } from '../../ui/time.tsx';
import { OlderReceipts } from './older-receipts.tsx';
import styles from './submission-list.module.css';
import type { Receipts } from './use-receipts.ts';
import { VersionList } from './version-list.tsx';

function TaskStateText({ task, newest }: { task: TimelineTask; newest: ListedReceipt | undefined }) {
  if (task.state === 'locked')
    return (
      task.opens_at && (
        <>
          <span>Opens </span>
          <Time value={task.opens_at} />
        </>
      )
    );
  // Its receipts may be on an older page.
  const version = newest?.version ?? task.version;
  const due = task.due_at !== null && (
    <span>
      {'; due '}
      <Time value={task.due_at} />
    </span>
  );
  if (version === null || task.earlier_project)
    return (
      <>
        <span>{`Open, not submitted${task.earlier_project ? ' for this project' : ''}`}</span>
        {due}
      </>
    );
  const isMarked = task.state === 'marked' && task.marks !== null;
  const isEarlier = task.marked_version !== null && task.marked_version !== version;
  const marked = isEarlier ? `version ${task.marked_version} is marked` : 'marked';
  const marks = isMarked ? ` · ${marked}: ${task.marks} of 100` : '';
  return <span>{`Version ${version} counts${marks}`}</span>;
}

/** Each task with its opening time or current version, and the receipts of all versions. */
export function SubmissionList({ tasks, receipts }: { tasks: readonly TimelineTask[]; receipts: Receipts }) {
  return (
    <section className={styles['list']}>
      <h2 className={styles['heading']}>Your submissions</h2>
      <ul className={styles['tasks']}>
        {tasks.map((task) => {
          const versions = receipts.receipts.filter((receipt) => receipt.task === task.task);
          return (
            <li key={task.task} className={styles['task']} data-state={task.state}>
              <h3>{taskLabel(task.task)}</h3>
              <p className={styles['state']}>
                <TaskStateText task={task} newest={versions[0]} />
              </p>
              {versions.length > 0 && <VersionList versions={versions} student={receipts.student} />}
            </li>
          );
        })}
      </ul>
      {receipts.hasOlder && <OlderReceipts receipts={receipts} />}
    </section>
  );
}
