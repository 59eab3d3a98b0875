import { syncTag } from '../lib/outbox/register-sync.ts';
import { sendWaiting } from '../lib/outbox/send.ts';

/** Background sync, also without an open page. */
export function sendUnsent(worker: ServiceWorkerGlobalScope): void {
  const send = async (): Promise<void> => {
    // The browser then retries with growing pauses.
    if ((await sendWaiting()) === 'waiting') throw new Error('Something is not sent yet.');
  };
  worker.addEventListener('sync', (event) => {
    if (event.tag === syncTag) event.waitUntil(send());
  });
}
