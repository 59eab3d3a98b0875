import { addRoute, precache } from 'workbox-precaching';
import { appFiles } from '#contract/screens';
import { takeOver, syncTag } from '../lib/offline/worker-messages.ts';
import { sendWaiting } from '../lib/outbox/send.ts';
import { keepCalls } from './keep-calls.ts';
import { keepCatalogue } from './keep-catalogue.ts';
import { openScreens } from './open-screens.ts';
import { postForms } from './post-forms.ts';

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
