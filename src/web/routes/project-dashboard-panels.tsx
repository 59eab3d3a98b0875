import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { References } from '#contract/projects';
import type { TimelineTask } from '#contract/submissions';
import { MarksChart } from '../features/marks/marks-chart.tsx';
import { TaskStatusList } from '../features/marks/task-status-list.tsx';
import { NoProject } from '../features/projects/no-project.tsx';
import { OverviewDocument } from '../features/projects/overview-document.tsx';
import type { ProjectAnswer } from '../features/projects/read-project.ts';
import { ReferenceLinks } from '../features/projects/reference-links.tsx';
import { tasksAt, type TimelineSnapshot } from '../features/submissions/live-tasks.ts';
import type { Result } from '../lib/deferred.ts';
import { taskLabel } from '../lib/task-label.ts';
import { LoadError } from './load-error.tsx';
import styles from './project-dashboard.module.css';

/** What came, or why it did not and a way to try again. */
function Part<T>({
  of,
  onRetry,
  children,
}: {
  of: Result<T>;
  onRetry: () => void;
  children: (value: T) => ReactNode;
}) {
  if ('value' in of) return children(of.value);
  return <LoadError error={of.error} onRetry={onRetry} />;
}

export function DocumentPanel({ project, onRetry }: { project: Result<ProjectAnswer>; onRetry: () => void }) {
  return (
    <section className={styles['panel']}>
      <h2>Project Overview Document</h2>
      <Part of={project} onRetry={onRetry}>
        {(answer) =>
          'project' in answer ? (
            <OverviewDocument project={answer.project} />
          ) : (
            <NoProject why={answer.missing} backTo="/StudentDashboard" onRetry={onRetry} />
          )
        }
      </Part>
    </section>
  );
}

export function ReferencesPanel({
  references,
  onRetry,
}: {
  references: Result<References>;
  onRetry: () => void;
}) {
  return (
    <section className={styles['panel']}>
      <h2>Reference Materials</h2>
      <Part of={references} onRetry={onRetry}>
        {(value) => <ReferenceLinks references={value} />}
      </Part>
      <Link to="/references" className={styles['more']}>
        Look up the references of another project
      </Link>
    </section>
  );
}

/** Marks and standing of all six tasks. */
function Grades({ tasks }: { tasks: readonly TimelineTask[] }) {
  const named = tasks.map((task) => ({ name: taskLabel(task.task), task }));
  const isWeek = ({ task }: (typeof named)[number]) => task.task.startsWith('week-');
  return (
    <>
      <MarksChart marks={named.map(({ name, task }) => ({ name, marks: task.marks }))} />
      <h3>Weekly Submission Status</h3>
      <TaskStatusList tasks={named.filter(isWeek)} />
      <h3>Final project and viva voce</h3>
      <TaskStatusList tasks={named.filter((one) => !isWeek(one))} />
    </>
  );
}

export function GradesPanel({
  read,
  now,
  onRetry,
}: {
  read: Result<TimelineSnapshot>;
  /** The present, in milliseconds since 1970 UTC. */
  now: number;
  onRetry: () => void;
}) {
  return (
    <section className={styles['panel']}>
      <h2>My Grades</h2>
      <Part of={read} onRetry={onRetry}>
        {({ timeline }) => <Grades tasks={tasksAt(timeline.tasks, now)} />}
      </Part>
    </section>
  );
}
