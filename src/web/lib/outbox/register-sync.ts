/** The tag of the Background Sync event at which the service worker sends what waits. */
export const syncTag = 'capstone outbox';

type SyncManager = { register(tag: string): Promise<void> };

/** Asks the browser, where it can, to send what waits when there is a network, also when no page is open any more. */
export function registerSync(): void {
  if (!('serviceWorker' in navigator)) return;
  void navigator.serviceWorker.ready
    .then((worker) => (worker as { sync?: SyncManager }).sync?.register(syncTag))
    .catch(() => undefined);
}
