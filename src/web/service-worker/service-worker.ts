import { addRoute, precache } from 'workbox-precaching';
import { appFiles } from '#contract/screens';
import { syncTag, takeOver } from '../lib/offline/worker-messages.ts';
import { sendWaiting } from '../lib/outbox/send.ts';
import { keepCalls } from './keep-calls.ts';
import { openScreens } from './open-screens.ts';
import { postForms } from './post-forms.ts';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies';
import { patience, watchNetwork } from './network.ts';

const cacheName = 'catalogue';
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
      sameOrigin && url.pathname.startsWith(folder) && !request.headers.has('range');
  registerRoute(
    isIn('/images/'),
    new StaleWhileRevalidate({ cacheName, matchOptions, plugins: [expiration] }),
  );
  // An import may change a document: the network comes first.
  registerRoute(isIn('/documents/'), (options) =>
    new NetworkFirst({
      cacheName,
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
