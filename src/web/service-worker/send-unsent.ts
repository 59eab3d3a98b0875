import { syncTag } from '../lib/outbox/register-sync.ts';
import { sendWaiting } from '../lib/outbox/send.ts';

/** Sends what waits on this device when the browser says that there is a line, also when no page is open any more. */
export function sendUnsent(worker: ServiceWorkerGlobalScope): void {
  const send = async (): Promise<void> => {
    // The browser asks again later, with growing pauses, where this fails.
    if ((await sendWaiting()) === 'waiting') throw new Error('Something is not sent yet.');
  };
  worker.addEventListener('sync', (event) => {
    if (event.tag === syncTag) event.waitUntil(send());
  });
}
