import { syncTag } from '../lib/outbox/register-sync.ts';
import { sendWaiting } from '../lib/outbox/send.ts';

/** Background sync: sends the outbox when the device is online, also without an open page. */
export function sendUnsent(worker: ServiceWorkerGlobalScope): void {
  const send = async (): Promise<void> => {
    // On failure the browser retries with growing pauses.
    if ((await sendWaiting()) === 'waiting') throw new Error('Something is not sent yet.');
  };
  worker.addEventListener('sync', (event) => {
    if (event.tag === syncTag) event.waitUntil(send());
  });
}
