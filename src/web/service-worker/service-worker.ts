import { addRoute, matchPrecache, precache } from 'workbox-precaching';
import { isSeeAs } from '#contract/progress/see-as';
import { appFiles } from '#contract/screens';
import { catalogueCache, syncTag, takeOver } from '../lib/stored-names/offline.ts';
import { sendWaiting } from '../lib/outbox/send.ts';
import { keepCalls, isAway, noteTrouble, patience, watchNetwork } from './keep-calls.ts';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { NetworkFirst, NetworkOnly, StaleWhileRevalidate } from 'workbox-strategies';
import { signedInScreens } from '#contract/signed-in-screens';
import { forgetAccount, personalCache } from '../lib/offline/personal-cache.ts';
import { within } from '../lib/session/within.ts';
import { type PostedFields, unsentPage } from './unsent-page.ts';

/** Another account may be logged in afterwards, or none: the logout is posted to /account. */
const accountForms = new Set(['/login', '/second-step', '/signup', '/setup', '/reset-password', '/account']);

async function readFields(request: Request): Promise<PostedFields | null> {
  try {
    const fields = [...(await request.formData())];
    return {
      texts: fields.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
      hasFile: fields.some(([, value]) => typeof value !== 'string' && value.name !== ''),
    };
  } catch {
    return null;
  }
}

/**
 * Forms posted before the script are sent unchanged; offline, their text is returned. Only from the portal's
 * pages: another site's post passed through here could look like the portal's own.
 */
function postForms(): void {
  registerRoute(
    ({ request, sameOrigin }) =>
      sameOrigin && request.mode === 'navigate' && request.referrer.startsWith(`${location.origin}/`),
    async ({ request, url }) => {
      const address = url.pathname + url.search;
      // A form with a file is not copied: it may be large.
      const isShort =
        request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded') === true;
      if (!navigator.onLine) return unsentPage(address, await readFields(request));
      const copy = isShort ? request.clone() : null;
      try {
        const answer = await fetch(request);
        if (accountForms.has(url.pathname.toLowerCase()))
          await within(forgetAccount()).catch(() => undefined);
        return answer;
      } catch {
        return unsentPage(address, copy && (await readFields(copy)));
      }
    },
    'POST',
  );
}

/** The browser loads calls, files and certificates itself. */
const noScreen =
  /^\/(?:(?:api|assets|images|documents|previews|icons|metrics)(?:\/|$)|(?:verify|certificates)\/.)/;

/** The browser can render these from the cache. */
const ownScreens = signedInScreens.map(
  ({ pattern }) => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i'),
);

/** Whether a page that only shows a student's screen to staff asks: nothing of it is saved. */
const isFromSeeAs = ({ referrer }: Request): boolean =>
  URL.canParse(referrer) && isSeeAs(new URL(referrer).pathname);

async function shell(): Promise<Response> {
  return (await matchPrecache(appFiles.shell)) ?? Response.error();
}

/** Page requests: from the portal; offline, or if it is slow and the screen is cached, the shell. */
function openScreens(): void {
  // Without a shell. Left to the browser, it would be asked for twice, and recorded twice.
  registerRoute(
    ({ url, request, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isSeeAs(url.pathname),
    new NetworkOnly(),
  );
  registerRoute(
    ({ url, request, sameOrigin }) =>
      sameOrigin &&
      request.mode === 'navigate' &&
      request.destination === 'document' &&
      !noScreen.test(url.pathname),
    async ({ event, request, url }) => {
      const isOwn = ownScreens.some((pattern) => pattern.test(url.pathname));
      // A storage that hangs or throws must not stop a page.
      const kept = isOwn ? await within(personalCache()).catch(() => null) : null;
      const seconds = kept === null ? undefined : patience();
      try {
        const page = await new NetworkOnly({
          plugins: [watchNetwork],
          ...(seconds !== undefined && { networkTimeoutSeconds: seconds }),
        }).handle({ event, request });
        if (isAway(page)) return await shell();
        // Only somebody logged out sees the login.
        if (url.pathname.toLowerCase() === '/login' && page.type === 'basic' && page.ok)
          await within(forgetAccount()).catch(() => undefined);
        return page;
      } catch {
        noteTrouble();
        return shell();
      }
    },
  );
}

const monthSeconds = 30 * 24 * 60 * 60;

/** Public files that were seen last. */
function keepCatalogue(): void {
  // Workbox's types differ on undefined.
  const expiration = new ExpirationPlugin({
    maxEntries: 60,
    maxAgeSeconds: monthSeconds,
    purgeOnQuotaError: true,
    matchOptions: { ignoreVary: true },
  }) as WorkboxPlugin;
  const matchOptions = { ignoreVary: true };
  const isIn =
    (folder: string) =>
    ({ url, request, sameOrigin }: { url: URL; request: Request; sameOrigin: boolean }) =>
      sameOrigin && url.pathname.startsWith(folder) && !request.headers.has('range') && !isFromSeeAs(request);
  registerRoute(
    isIn('/images/'),
    new StaleWhileRevalidate({ cacheName: catalogueCache, matchOptions, plugins: [expiration] }),
  );
  // An import may change a document: the network comes first.
  registerRoute(isIn('/documents/'), (options) =>
    new NetworkFirst({
      cacheName: catalogueCache,
      matchOptions,
      networkTimeoutSeconds: patience(),
      plugins: [expiration, watchNetwork],
    }).handle(options),
  );
}

/** Background sync, also without an open page. */
function sendUnsent(worker: ServiceWorkerGlobalScope): void {
  const send = async (): Promise<void> => {
    // The browser then retries with growing pauses.
    if ((await sendWaiting()) === 'waiting') throw new Error('Something is not sent yet.');
  };
  worker.addEventListener('sync', (event) => {
    if (event.tag === syncTag) event.waitUntil(send());
  });
}

/** Opens the portal offline. Pages register it once they are loaded. */
const worker = self as unknown as ServiceWorkerGlobalScope;

precache([...precachedFiles, { url: appFiles.shell, revision: worker.shellRevision }]);
addRoute({ cleanURLs: false, ignoreURLParametersMatching: [] });
openScreens();
keepCalls();
keepCatalogue();
postForms();
sendUnsent(worker);

// A new version waits until a page activates it, or the next start.
worker.addEventListener('message', (event) => {
  if (event.data === takeOver) event.waitUntil(worker.skipWaiting());
});

worker.addEventListener('activate', (event) => {
  // Requests pages while the worker starts.
  const preload = worker.registration.navigationPreload?.enable() ?? Promise.resolve();
  event.waitUntil(Promise.all([preload, worker.clients.claim()]));
});
