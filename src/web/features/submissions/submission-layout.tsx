import type { ReactNode } from 'react';
import type { Task } from '#contract/dates';
import { taskScreen } from '#contract/screens';
import type { TimelineTask } from '#contract/submissions/calls';
import { taskLabel } from '../../lib/task-label.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/states.tsx';
import styles from './tasks.module.css';

const isWeek = (task: Task) => task.startsWith('week-');

/** On a phone all six fit in the row. */
const shortLabel = (task: Task) => (isWeek(task) ? taskLabel(task) : taskLabel(task).split(' ', 1)[0]);

/** A week opens on its day (specification, section 4). */
export function TaskLinks({ tasks, current }: { tasks: readonly TimelineTask[]; current: Task | null }) {
  return (
    <nav className={styles['links']} aria-label="Tasks">
      {tasks.map(({ task, state }) =>
        isWeek(task) && state === 'locked' ? (
          <Button key={task} variant="choice" small disabled data-readable>
            {shortLabel(task)}
          </Button>
        ) : (
          <ButtonLink
            key={task}
            to={taskScreen(task)}
            variant="choice"
            small
            aria-current={task === current ? 'page' : undefined}
          >
            {shortLabel(task)}
          </ButtonLink>
        ),
      )}
    </nav>
  );
}

/** Beside it (below on narrow screens) are the submissions so far. */
export function SubmissionColumns({
  side,
  below,
  children,
}: {
  side: ReactNode;
  /** On narrow screens below the side as well. */
  below?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles['columns']}>
      <div className={styles['main']}>{children}</div>
      <aside className={styles['side']}>{side}</aside>
      {below}
    </div>
  );
}

export function SubmissionSkeleton() {
  return (
    <>
      <Skeleton height="2.25rem" width="24rem" />
      <SubmissionColumns side={<Skeleton height="20rem" />}>
        <Skeleton height="36rem" />
      </SubmissionColumns>
    </>
  );
}
