/** The tag of the Background Sync event at which the service worker sends the outbox. */
export const syncTag = 'capstone outbox';

type SyncManager = { register(tag: string): Promise<void> };

/** Asks the browser, if it can, to send the outbox when it is online, also without an open page. */
export function registerSync(): void {
  if (!('serviceWorker' in navigator)) return;
  void navigator.serviceWorker.ready
    .then((worker) => (worker as { sync?: SyncManager }).sync?.register(syncTag))
    .catch(() => undefined);
}
