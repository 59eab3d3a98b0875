import type { CurrentUser, StudentCourse } from '#contract/accounts';
import type { NewestAnswer } from '#contract/discussions';
import type { ProjectCard } from '#contract/projects';
import type { Selection } from '#contract/selections';
import { readTimeline, type TimelineSnapshot } from '../features/submissions/live-tasks.ts';
import type { Call } from '../lib/client.ts';
import { toResult, valueOf, type Result } from '../lib/deferred.ts';

export type DashboardData = {
  course: StudentCourse;
  selection: Result<Selection[]>;
  timeline: Result<TimelineSnapshot>;
  /** Null while the student waits for placement. */
  projects: Result<ProjectCard[]> | null;
  /** Null without a project, and while the forum waits for a confirmed address. */
  answers: Result<NewestAnswer[]> | null;
};

/** @throws CallError where there is nothing to show without what could not be read */
export async function readStudentDashboard(
  call: Call,
  { account: s_id, confirmation }: CurrentUser,
): Promise<DashboardData> {
  const params = { s_id };
  const [course, selection, timeline] = await Promise.all([
    call('readStudentCourse', { params }),
    toResult(call('readSelection', { params })),
    toResult(readTimeline(call, s_id)),
  ]);
  const { s_course } = course;
  const [projects, answers] = await Promise.all([
    s_course === null ? null : toResult(call('listAvailableProjects', { params: { course: s_course } })),
    valueOf(selection)?.[0] === undefined || confirmation === 'needed'
      ? null
      : toResult(call('readNewestAnswers', { params })),
  ]);
  return { course, selection, timeline, projects, answers };
}
