import { syncTag } from '../stored-names/offline.ts';

type SyncManager = { register(tag: string): Promise<void> };

/** Also sends without an open page, where the browser can. */
export function registerSync(): void {
  if (!('serviceWorker' in navigator)) return;
  void navigator.serviceWorker.ready
    .then((worker) => (worker as { sync?: SyncManager }).sync?.register(syncTag))
    .catch(() => undefined);
}
