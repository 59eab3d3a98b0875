import type { TimeAct } from '#contract/progress/schedule-calls';
import { taskLabel } from '../../lib/task-label.ts';
import { LinkedText } from '../../ui/linked-text.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './student-time.module.css';

function What({ act }: { act: TimeAct }) {
  const { kind, task, due_at, project, start_before } = act;
  if (kind === 'selection-undone') return <span>{`Choice of ${project?.name ?? ''} undone`}</span>;
  if (kind === 'start-corrected')
    return (
      <>
        <span>Start corrected; it was </span>
        {start_before === null ? <span>another one</span> : <Time value={start_before} />}
      </>
    );
  return (
    <>
      <span>{`${task !== null ? taskLabel(task) : ''}: ${kind === 'outage' ? 'extension after an outage' : 'extension'}, until `}</span>
      {due_at !== null && <Time value={due_at} />}
    </>
  );
}

/** What staff have granted to a student or corrected, newest first, with the reasons. */
export function TimeActs({ acts }: { acts: readonly TimeAct[] }) {
  if (acts.length === 0) return null;
  return (
    <ul className={styles['acts']} aria-label="Extensions and corrections">
      {acts.map((act) => (
        <li key={`${act.at} ${act.kind} ${act.task ?? ''}`} className={styles['act']}>
          <p>
            <What act={act} />
          </p>
          <p className={styles['by']}>
            <span>{`${act.by}, `}</span>
            <TimeAgo value={act.at} />
          </p>
          <LinkedText text={act.reason} />
        </li>
      ))}
    </ul>
  );
}
