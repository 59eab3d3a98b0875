import type { CurrentUser } from '#contract/accounts/calls';
import { minuteMs } from '#contract/durations';
import { limits } from '#contract/limits';
import { paths } from '#contract/paths';
import { vivaDayPath } from '#contract/vivas/day';
import { callAddress, type Query } from '../calls/call-address.ts';
import { removePastDays } from './day-answers.ts';
import { adoptAccount } from './personal-cache.ts';
import { seenAtOf } from './seen-at.ts';
import type { Seen, Topic } from './seen-topics.ts';

/** Milliseconds. */
const keptMs = 15 * minuteMs;

type CallName = keyof typeof paths;
type Ask = { topic?: Topic; params?: Readonly<Record<string, string>>; query?: Query };
type KeepAt = (path: string, ask?: Ask) => Promise<unknown>;
type Keep = (name: CallName, ask?: Ask) => Promise<unknown>;

async function whenServed(): Promise<void> {
  const workers = navigator.serviceWorker;
  await workers.ready;
  if (workers.controller !== null) return;
  await new Promise((resolve) => workers.addEventListener('controllerchange', resolve, { once: true }));
}

function firstOf(answer: unknown): Record<string, unknown> {
  const first: unknown = Array.isArray(answer) ? answer[0] : undefined;
  return typeof first === 'object' && first !== null ? (first as Record<string, unknown>) : {};
}

const isOwnFile = (address: unknown): address is string =>
  typeof address === 'string' && /^\/(?:images|documents)\//.test(address);

async function keepScreens(keep: Keep, user: CurrentUser): Promise<void> {
  const params = { s_id: user.account };
  await keep('readSession');
  await keep('readOwnAccount');
  await keep('readDiscussion', { topic: 'forum', params, query: { limit: limits.pageSize } });
  await keep('readPrivate', { topic: 'forum', params });
  const newest = { limit: limits.newestQuestions };
  await keep('readDiscussion', { topic: 'newest of the forum', params, query: newest });
  await keep('readNewestAnswers', { topic: 'newest of the forum', params });
  await keep('listNotices');
  if (user.announced) await keep('listAnnouncements', { params });
  const selection = await keep('readSelection', { params });
  await keep('readTimeline', { topic: 'work', params });
  await keep('readResult', { topic: 'work', params });
  await keep('readVivaTime', { params });
  await keep('readVivaRequest', { params });
  await keep('readVivaPreparation', { params });
  await keep('listOwnVivaRecords', { params });
  await keep('readRemoteConsent', { params });
  await keep('readCertificateName', { params });
  await keep('listCertificates', { params });
  await keep('listSubmissions', { topic: 'work', params });
  await keep('readOwnBriefs', { params });
  const course = (await keep('readStudentCourse', { params, query: { p_id: '' } })) as {
    s_course?: string | null;
  } | null;
  if (typeof course?.s_course === 'string')
    await keep('listAvailableProjects', { params: { course: course.s_course } });
  const { p_id } = firstOf(selection);
  if (typeof p_id !== 'string') return;
  await keep('readReferences', { params: { p_id } });
  const project = firstOf(await keep('readProject', { params: { p_id } }));
  for (const file of [project['project_url'], project['backgroundImage']])
    if (isOwnFile(file)) await fetch(file, { priority: 'low' });
}

/** The open viva day, with the session that its screen begins with. */
async function keepDay(keep: KeepAt): Promise<void> {
  const [, batch] = /^\/staff\/batches\/([^/]+)\/vivas\/day\/?$/i.exec(location.pathname) ?? [];
  if (batch === undefined) return;
  await keep(paths.readSession.path);
  await keep(vivaDayPath, { topic: 'viva day', params: { batch: decodeURIComponent(batch) } });
}

/**
 * Has the service worker cache the student's own screens after one visit: fetches missing or stale answers,
 * one at a time.
 * @param seen what this page showed or changed without the browser making the calls
 */
export async function keepOwnScreens(user: CurrentUser, { topics, since }: Seen): Promise<void> {
  await whenServed();
  const cache = await caches.open(await adoptAccount(user.account));
  await removePastDays(cache);
  const keep: KeepAt = async (path, { topic = null, params, query } = {}) => {
    const address = callAddress(path, params, query);
    const kept = await cache.match(address, { ignoreVary: true });
    const oldest = Math.max(Date.now() - keptMs, topics.includes(topic) ? since : 0);
    if (kept !== undefined && (seenAtOf(kept) ?? 0) > oldest) return kept.json();
    const answer = await fetch(address, { headers: { Accept: 'application/json' }, priority: 'low' });
    return answer.ok ? answer.json() : null;
  };
  if (user.role === 'student') await keepScreens((name, ask) => keep(paths[name].path, ask), user);
  else await keepDay(keep);
}
