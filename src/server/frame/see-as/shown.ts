import { paths } from '#contract/paths';
import { seeAsAddress } from '#contract/progress/see-as';
import { signedInScreens } from '#contract/signed-in-screens';
import type { EndpointName } from '#contract/wire/endpoints';

/** Routes of `src/web/routes`. Others, such as account, consent and notices, are the student's alone. */
const shownRoutes: ReadonlySet<string> = new Set([
  'student-dashboard',
  'project-details',
  'project-overview',
  'project-dashboard',
  'references',
  'weekly-submission',
  'viva',
  'final-project-submission',
  'extension',
  'result',
  'discussion',
  'private-questions',
  'question',
]);

/** What these screens read, without any consent; all of it, the mentors of the batch may read of the student. */
export const shownReads: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'countUnread',
  'findQuestions',
  'listAnnouncements',
  'listAvailableProjects',
  'listBriefs',
  'listHiddenPosts',
  'listOwnVivaRecords',
  'listSubmissions',
  'readDiscussion',
  'readNewestAnswers',
  'readOwnBriefs',
  'readPrivate',
  'readProject',
  'readReferences',
  'readResult',
  'readSelection',
  'readStudentCourse',
  'readTimeline',
  'readVivaPreparation',
  'readVivaRequest',
  'readVivaTime',
]);

const fitting = (pattern: string) => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i');

const shownScreens = signedInScreens
  .filter(({ route }) => shownRoutes.has(route))
  .map(({ pattern }) => fitting(pattern));

/** Loaded from their usual address, with the viewer's own rights. */
const shownFiles = [
  ...[paths.readFile, paths.readReceipt, paths.readAttachment].map(({ path }) => fitting(path)),
  /^\/(?:documents|images)\/./,
];

const anyOrigin = 'http://portal.invalid';

/** With `..` resolved, as the renderer reads it; null for none of this portal. */
function partsOf(address: string, at = '/'): { path: string; rest: string } | null {
  const base = anyOrigin + at;
  if (!URL.canParse(address, base)) return null;
  const { origin, pathname, search, hash } = new URL(address, base);
  return origin === anyOrigin ? { path: pathname, rest: search + hash } : null;
}

const isScreen = (path: string): boolean => shownScreens.some((screen) => screen.test(path));

/** The address of a shown screen, as the student has it; null for any other. */
export function shownScreen(address: string): string | null {
  const parts = address.startsWith('/') ? partsOf(address) : null;
  return parts !== null && isScreen(parts.path) ? parts.path + parts.rest : null;
}

type Place = {
  s_id: string;
  /** The address above, which the page itself offers. */
  back: string;
  /** The screen that has the link, as the student has it. */
  at: string;
};

/** Where a link of the student's screen leads for the viewer; null for nowhere. */
export function linkFrom(href: string, { s_id, back, at }: Place): string | null {
  if (href === back || href.startsWith('#') || /^(?:https?:\/\/|mailto:)/i.test(href)) return href;
  const parts = partsOf(href, at);
  if (parts === null) return null;
  const address = parts.path + parts.rest;
  if (isScreen(parts.path)) return seeAsAddress(s_id) + address;
  return shownFiles.some((file) => file.test(parts.path)) ? address : null;
}
