import type { WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies';
import { patience, watchNetwork } from './network.ts';

const cacheName = 'catalogue';
const monthSeconds = 30 * 24 * 60 * 60;

/** Public files that were seen last. */
export function keepCatalogue(): void {
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
