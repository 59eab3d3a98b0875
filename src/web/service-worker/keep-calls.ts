import { NetworkFirst } from 'workbox-strategies';
import { registerRoute } from 'workbox-routing';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { paths } from '#contract/paths';
import { adoptAccount, forgetAccount, keepAnswer, personalCache } from '../lib/offline/personal-cache.ts';
import { isOfDay, mayKeepDay } from '../lib/offline/day-answers.ts';
import { within } from '../lib/session/within.ts';

/** Seconds until the cached answer is shown … */
const usualSeconds = 4;
/** … and on a slow network: a screen's calls must not each wait. */
const troubledSeconds = 0.5;
const troubledMs = 20_000;

let troubledUntil = 0;

export function noteTrouble(): void {
  troubledUntil = Date.now() + troubledMs;
}

export function patience(): number {
  return Date.now() < troubledUntil ? troubledSeconds : usualSeconds;
}

/** A balancer's answer for an absent portal. */
export function isAway({ status }: Response): boolean {
  return status === 502 || status === 503 || status === 504;
}

export const watchNetwork: WorkboxPlugin = {
  async fetchDidSucceed({ response }) {
    troubledUntil = 0;
    return response;
  },
  async fetchDidFail() {
    noteTrouble();
  },
  async cachedResponseWillBeUsed({ cachedResponse }) {
    if (cachedResponse) noteTrouble();
    return cachedResponse;
  },
};

/**
 * Of a student's own project, and of staff the viva day. Never downloads, files, receipts, others' submissions or
 * statistics.
 */
const keptCalls = [
  'readSession',
  'readOwnAccount',
  'readStudentCourse',
  'listAvailableProjects',
  'readSelection',
  'readOwnBriefs',
  'listBriefs',
  'readTimeline',
  'readResult',
  'readVivaTime',
  'readVivaRequest',
  'readVivaPreparation',
  'listOwnVivaRecords',
  'readRemoteConsent',
  'readCertificateName',
  'listCertificates',
  'readWeeklyStatus',
  'listSubmissions',
  'readReferences',
  'readProject',
  'readDiscussion',
  'readNewestAnswers',
  'readPrivate',
  'listNotices',
  'listAnnouncements',
] as const satisfies (keyof typeof paths)[];

const patterns = keptCalls.map((name) => new RegExp(`^${paths[name].path.replaceAll(/:\w+/g, '[^/]+')}$`));

/** Of paged lists only the newest page. */
function isKept({ pathname, searchParams }: URL): boolean {
  if (isOfDay(pathname)) return true;
  return !searchParams.has('before') && patterns.some((pattern) => pattern.test(pathname));
}

/** Null for nobody. */
async function accountIn(answer: Response): Promise<string | null> {
  const { student } = (await answer.json()) as {
    student?: { s_id: string; account?: string } | null;
  };
  return student?.account ?? student?.s_id ?? null;
}

/** A 401 means that the account is signed out. */
async function learn(name: string, request: Request, answer: Response, askedAt: number): Promise<void> {
  if (answer.status === 401) return forgetAccount();
  if (!answer.ok) return;
  if (new URL(request.url).pathname === paths.readSession.path) {
    const account = await accountIn(answer.clone());
    if (account === null) return forgetAccount();
    name = await adoptAccount(account);
  }
  if (isOfDay(request.url) && !(await mayKeepDay(answer))) return;
  await keepAnswer(name, request, answer, askedAt);
}

/** Network first; if it is slow or fails, the cached answer with its age. */
function answerCalls(): void {
  registerRoute(
    ({ url, request, sameOrigin }) => sameOrigin && isKept(url) && !request.headers.has('range'),
    async ({ event, request }) => {
      // If storage hangs, only the network answers.
      const name = await within(personalCache()).catch(() => null);
      if (name === null) return fetch(request);
      const askedAt = Date.now();
      return new NetworkFirst({
        cacheName: name,
        networkTimeoutSeconds: patience(),
        matchOptions: { ignoreVary: true },
        plugins: [
          watchNetwork,
          {
            // An absent portal counts as no answer, unless nothing is cached.
            async fetchDidSucceed({ response }) {
              if (!isAway(response)) return response;
              const kept = await caches.match(request, { cacheName: name, ignoreVary: true });
              if (kept !== undefined) throw new Error('The portal cannot be reached.');
              return response;
            },
            async cachedResponseWillBeUsed({ cachedResponse = null }) {
              if (cachedResponse === null || !isOfDay(request.url)) return cachedResponse;
              return (await mayKeepDay(cachedResponse)) ? cachedResponse : null;
            },
            // Under the lock: Workbox would create the cache of an account that has left.
            async cacheWillUpdate({ response }) {
              await learn(name, request, response, askedAt);
              return null;
            },
          },
        ],
      }).handle({ event, request });
    },
  );
}

function watchSession(): void {
  const at =
    (path: string) =>
    ({ url, sameOrigin }: { url: URL; sameOrigin: boolean }) =>
      sameOrigin && url.pathname === path;
  registerRoute(
    at(paths.logOut.path),
    async ({ request }) => {
      const answer = await fetch(request);
      if (answer.ok) await within(forgetAccount()).catch(() => undefined);
      return answer;
    },
    paths.logOut.method,
  );
  for (const { method, path } of [paths.logIn, paths.sendLoginCode, paths.sendPasskeyLogin]) {
    registerRoute(
      at(path),
      async ({ request }) => {
        const answer = await fetch(request);
        // Before its second step a login has no account.
        const account = answer.ok ? await accountIn(answer.clone()) : null;
        if (account !== null) await within(adoptAccount(account)).catch(() => undefined);
        return answer;
      },
      method,
    );
  }
}

export function keepCalls(): void {
  answerCalls();
  watchSession();
}
