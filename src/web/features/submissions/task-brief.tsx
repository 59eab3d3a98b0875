import type { Brief } from '#contract/projects/brief-calls';
import type { TimelineTask } from '#contract/submissions/calls';
import { taskLabel } from '../../lib/task-label.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { Stack } from '../../ui/layout.tsx';
import { DueText } from './form/due-text.tsx';
import styles from './task-brief.module.css';

type Props = {
  task: TimelineTask;
  /** Empty where they are not loaded. */
  briefs: readonly Brief[];
};

/** Open until something is submitted. */
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

/** Above a task's form. */
export function TaskBrief({ task, briefs }: Props) {
  // The viva's screen shows its deadline itself.
  const isDue = task.due_at !== null && task.task !== 'viva';
  if (!isDue && !briefs.some((one) => one.task === task.task)) return null;
  return (
    <Stack gap={3}>
      {isDue && (
        <p>
          <strong>Due</strong> <DueText task={task} />
        </p>
      )}
      <BriefOfTask task={task} briefs={briefs} />
    </Stack>
  );
}
