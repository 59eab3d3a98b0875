import type { TimeAct } from '#contract/progress/schedule-calls';
import { taskLabel } from '../../lib/task-label.ts';
import { LinkedText } from '../../ui/linked-text.tsx';
import { Small, Stack } from '../../ui/layout.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './student.module.css';

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

/** Extensions and corrections of a student, newest first, with their reasons. */
export function TimeActs({ acts }: { acts: readonly TimeAct[] }) {
  if (acts.length === 0) return null;
  return (
    <Stack as="ul" gap={3} className={styles['acts']} aria-label="Extensions and corrections">
      {acts.map((act) => (
        <li key={`${act.at} ${act.kind} ${act.task ?? ''}`} className={styles['act']}>
          <p>
            <What act={act} />
          </p>
          <Small>
            <span>{`${act.by}, `}</span>
            <TimeAgo value={act.at} />
          </Small>
          <LinkedText text={act.reason} />
        </li>
      ))}
    </Stack>
  );
}
