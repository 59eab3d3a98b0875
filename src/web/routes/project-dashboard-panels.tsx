import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isOpen, isoInstant, opensAt, parseWeek, weekTask } from '#contract/dates';
import type { References } from '#contract/projects';
import type { TimelineTask, WeekStatus } from '#contract/submissions';
import { MarkDetails, WeeklyStatus } from '../features/marks/weekly-status.tsx';
import { NoProject } from '../features/projects/no-project.tsx';
import { OverviewDocument } from '../features/projects/overview-document.tsx';
import type { ProjectAnswer } from '../features/projects/read-project.ts';
import { ReferenceLinks } from '../features/projects/reference-links.tsx';
import type { ReadTimeline } from '../features/submissions/live-tasks.ts';
import { valueOf, type Settled } from '../lib/arriving.ts';
import { wordsOf } from '../lib/client.ts';
import { ErrorState } from '../ui/states.tsx';
import styles from './project-dashboard.module.css';

/** What came, or why it did not and a way to try again. */
function Part<T>({
  of,
  onRetry,
  children,
}: {
  of: Settled<T>;
  onRetry: () => void;
  children: (value: T) => ReactNode;
}) {
  if ('value' in of) return children(of.value);
  return (
    <ErrorState onRetry={onRetry}>
      <p>{wordsOf(of.error)}</p>
    </ErrorState>
  );
}

export function DocumentPanel({
  project,
  onRetry,
}: {
  project: Settled<ProjectAnswer>;
  onRetry: () => void;
}) {
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
  references: Settled<References>;
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

/** A week as it stands now: what was locked when the answer came may have opened since. */
function weekAt(status: WeekStatus, start: number, now: number): WeekStatus {
  const week = parseWeek(String(status.week));
  return status.state === 'locked' && week !== null && isOpen(weekTask(week), start, now)
    ? { ...status, state: 'open' }
    : status;
}

function weekOpening(week: number, start: number): string | null {
  const known = parseWeek(String(week));
  return known === null ? null : isoInstant(opensAt(weekTask(known), start));
}

/** Marks that belong to no week. */
function OtherMarks({ title, task }: { title: string; task: TimelineTask | undefined }) {
  return (
    <>
      <h3>{title}</h3>
      <MarkDetails
        marks={task?.marks ?? null}
        comments={task?.comments ?? null}
        none="Your mentor has not released marks yet."
      />
    </>
  );
}

export function GradesPanel({
  weeks,
  read,
  start,
  now,
  onRetry,
}: {
  weeks: Settled<WeekStatus[]>;
  read: Settled<ReadTimeline>;
  /** The project's start and the present, in milliseconds since 1970 UTC. */
  start: number;
  now: number;
  onRetry: () => void;
}) {
  const handedIn = (valueOf(read)?.timeline.tasks ?? []).filter(
    ({ state }) => state === 'submitted' || state === 'marked',
  );
  const final = handedIn.find(({ task }) => task === 'final');
  const viva = handedIn.find(({ task }) => task === 'viva');
  return (
    <section className={styles['panel']}>
      <h2>My Grades</h2>
      <h3>Weekly Submission Status</h3>
      <Part of={weeks} onRetry={onRetry}>
        {(list) => (
          <WeeklyStatus
            weeks={list.map((status) => weekAt(status, start, now))}
            opensAt={(week) => weekOpening(week, start)}
          />
        )}
      </Part>
      {final && <OtherMarks title="Final project" task={final} />}
      {viva && <OtherMarks title="Viva voce" task={viva} />}
    </section>
  );
}
