import { addRoute, precache } from 'workbox-precaching';
import { appFiles } from '#contract/screens';
import { takeOver } from '../lib/offline/take-over.ts';
import { keepCalls } from './keep-calls.ts';
import { keepCatalogue } from './keep-catalogue.ts';
import { openScreens } from './open-screens.ts';
import { postForms } from './post-forms.ts';
import { sendUnsent } from './send-unsent.ts';

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
