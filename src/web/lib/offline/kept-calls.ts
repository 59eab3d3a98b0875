import { paths } from '#contract/paths';

/**
 * The calls whose last answer stays on the device: what the screens of a student's own project show. Not here, and so never
 * kept: downloads, files, receipts, other people's hand-ins, figures.
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

/** Whether the answer of a GET is kept: of lists that have pages, only the newest. */
export function isKept({ pathname, searchParams }: URL): boolean {
  return !searchParams.has('before') && patterns.some((pattern) => pattern.test(pathname));
}
