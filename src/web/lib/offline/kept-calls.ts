import { paths } from '#contract/paths';

/**
 * Calls whose last answer is cached: those of a student's own project. Never downloads, files, receipts,
 * others' submissions or statistics.
 */
const keptCalls = [
  'readSession',
  'readOwnAccount',
  'readStudentCourse',
  'listAvailableProjects',
  'readSelection',
  'readOwnBriefs',
  'readTimeline',
  'readWeeklyStatus',
  'listSubmissions',
  'readReferences',
  'readProject',
  'readDiscussion',
  'readNewestAnswers',
  'listNotices',
  'listAnnouncements',
] as const satisfies (keyof typeof paths)[];

const patterns = keptCalls.map((name) => new RegExp(`^${paths[name].path.replaceAll(/:\w+/g, '[^/]+')}$`));

/** Whether a GET is cached; of paged lists only the newest page. */
export function isKept({ pathname, searchParams }: URL): boolean {
  return !searchParams.has('before') && patterns.some((pattern) => pattern.test(pathname));
}
