import type { CurrentUser } from '#contract/accounts';
import { minuteMs } from '#contract/durations';
import { limits } from '#contract/limits';
import { paths } from '#contract/paths';
import { callAddress, type Query } from '../call-address.ts';
import { adoptAccount, seenAtOf } from './personal-cache.ts';

/** How old what is kept may grow before it is asked for again by itself, in milliseconds. */
const keptMs = 15 * minuteMs;

type CallName = keyof typeof paths;
type Keep = (name: CallName, params?: Readonly<Record<string, string>>, query?: Query) => Promise<unknown>;

/** The service worker of this page, once it answers for it; null where there is none. */
async function whenServed(): Promise<void> {
  const workers = navigator.serviceWorker;
  await workers.ready;
  if (workers.controller !== null) return;
  await new Promise((resolve) => workers.addEventListener('controllerchange', resolve, { once: true }));
}

/** The first element of a list, as far as it is one. */
function firstOf(answer: unknown): Record<string, unknown> {
  const first: unknown = Array.isArray(answer) ? answer[0] : undefined;
  return typeof first === 'object' && first !== null ? (first as Record<string, unknown>) : {};
}

/** Whether an address of the catalogue is a file of the portal's own. */
const isOwnFile = (address: unknown): address is string =>
  typeof address === 'string' && /^\/(?:images|documents)\//.test(address);

/** What the screens of the student's own project ask for, and its document and picture. */
async function keepScreens(keep: Keep, user: CurrentUser): Promise<void> {
  const own = { s_id: user.s_id };
  await keep('readSession');
  await keep('readDiscussion', own, { limit: limits.pageSize });
  await keep('readDiscussion', own, { limit: limits.newestQuestions });
  await keep('readNewestAnswers', own);
  const selection = await keep('readSelection', own);
  await keep('readTimeline', own);
  await keep('listSubmissions', own);
  const course = (await keep('readStudentCourse', own)) as { s_course?: string | null } | null;
  if (typeof course?.s_course === 'string') await keep('listAvailableProjects', { course: course.s_course });
  const { p_id } = firstOf(selection);
  if (typeof p_id !== 'string') return;
  await keep('readReferences', { p_id });
  const project = firstOf(await keep('readProject', { p_id }));
  for (const file of [project['project_url'], project['backgroundImage']])
    if (isOwnFile(file)) await fetch(file, { priority: 'low' });
}

/**
 * Has the service worker keep what the student's own screens show, so that each opens without a line after one visit. It
 * asks for what is not there yet or has grown old, one after the other.
 */
export async function keepOwnScreens(user: CurrentUser): Promise<void> {
  await whenServed();
  const cache = await caches.open(await adoptAccount(user.s_id));
  if (user.role !== 'student') return;
  await keepScreens(async (name, params, query) => {
    const address = callAddress(paths[name].path, params, query);
    const kept = await cache.match(address, { ignoreVary: true });
    if (kept !== undefined && Date.now() - (seenAtOf(kept) ?? 0) < keptMs) return kept.json();
    const answer = await fetch(address, { headers: { Accept: 'application/json' }, priority: 'low' });
    return answer.ok ? answer.json() : null;
  }, user);
}
