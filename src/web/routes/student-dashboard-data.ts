import type { CurrentUser, StudentCourse } from '#contract/accounts/calls';
import type { Announcement } from '#contract/notices/announcement-calls';
import type { NewestAnswer } from '#contract/forum/calls';
import type { NoticeItem } from '#contract/notices/calls';
import type { ProjectCard } from '#contract/projects/calls';
import type { VivaTime } from '#contract/progress/viva-time-calls';
import type { StudentResult } from '#contract/results/result-calls';
import type { Selection } from '#contract/selections/calls';
import { readPinned } from '../features/notices/pinned-announcements.tsx';
import { readCourse } from '../features/selections/read-course.ts';
import { readNews } from '../features/notices/since-you-were-here.tsx';
import { readStanding } from '../features/results/read-standing.ts';
import type { TimelineSnapshot } from '../features/submissions/live-tasks.ts';
import { readOwnViva } from '../features/vivas/read-own-viva.ts';
import type { Call } from '../lib/calls/client.ts';
import { toResult, valueOf, type Result } from '../lib/calls/deferred.ts';

export type DashboardData = {
  course: StudentCourse;
  selection: Result<Selection[]>;
  timeline: Result<TimelineSnapshot>;
  result: Result<StudentResult>;
  /** Null while the student waits for placement. */
  projects: Result<ProjectCard[]> | null;
  /** The chosen project if it is archived. */
  retired: ProjectCard | undefined;
  /** Null without a project, and while the forum waits for a confirmed address. */
  answers: Result<NewestAnswer[]> | null;
  /** Null before the office has told one. */
  vivaTime: VivaTime | null;
  announcements: readonly Announcement[];
  news: readonly NoticeItem[];
};

/** @throws CallError if an essential part could not be read */
export async function readStudentDashboard(call: Call, user: CurrentUser): Promise<DashboardData> {
  const { account: s_id, confirmation } = user;
  const params = { s_id };
  const [course, selection, standing, announcements, news] = await Promise.all([
    readCourse(call, s_id),
    toResult(call('readSelection', { params })),
    readStanding(call, s_id),
    readPinned(call, user),
    readNews(call, user),
  ]);
  const { s_course } = course;
  const isWithout = valueOf(selection)?.[0] === undefined;
  const [projects, answers, { time: vivaTime }] = await Promise.all([
    s_course === null ? null : toResult(call('listAvailableProjects', { params: { course: s_course } })),
    isWithout || confirmation === 'needed' ? null : toResult(call('readNewestAnswers', { params })),
    isWithout ? { time: null } : readOwnViva(call, s_id),
  ]);
  const archived = await readArchived(call, valueOf(selection)?.[0], projects);
  const shown = { course, selection, ...standing, projects, retired: archived };
  return { ...shown, answers, vivaTime, announcements, news };
}

async function readArchived(
  call: Call,
  selection: Selection | undefined,
  projects: DashboardData['projects'],
): Promise<ProjectCard | undefined> {
  const offered = projects === null ? undefined : valueOf(projects);
  if (selection === undefined || offered === undefined) return undefined;
  if (offered.some(({ id }) => id === selection.p_id)) return undefined;
  return valueOf(await toResult(call('readProject', { params: { p_id: selection.p_id } })))?.[0];
}
