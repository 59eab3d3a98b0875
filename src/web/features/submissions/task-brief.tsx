import type { Brief } from '#contract/projects/brief-calls';
import type { TimelineTask } from '#contract/submissions/calls';
import { taskLabel } from '../../lib/task-label.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { DueText } from './form/due-text.tsx';
import styles from './task-brief.module.css';

type Props = {
  task: TimelineTask;
  /** Of the student's project; empty where they are not loaded. */
  briefs: readonly Brief[];
};

/** What the project asks for in a task, unfolded until something is handed in; nothing where it has no brief. */
export function BriefOfTask({ task, briefs }: Props) {
  const brief = briefs.find((one) => one.task === task.task);
  if (brief === undefined) return null;
  return (
    <details className={styles['brief']} open={task.version === null || task.earlier_project}>
      <summary>{`${taskLabel(task.task)}: what to do`}</summary>
      <Markdown text={brief.text} html={brief.html} />
    </details>
  );
}

/** Before the form of a task: until when it is due, and what the project asks for; nothing where neither is set. */
export function TaskBrief({ task, briefs }: Props) {
  // The viva's deadline has a place of its own on its screen.
  const isDue = task.due_at !== null && task.task !== 'viva';
  if (!isDue && !briefs.some((one) => one.task === task.task)) return null;
  return (
    <div className={styles['about']}>
      {isDue && (
        <p className={styles['due']}>
          <strong>Due</strong> <DueText task={task} />
        </p>
      )}
      <BriefOfTask task={task} briefs={briefs} />
    </div>
  );
}
