import type { WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies';
import { patience, watchLine } from './line.ts';

const cacheName = 'catalogue';
const monthSeconds = 30 * 24 * 60 * 60;

/** The catalogue's pictures and documents, which the portal shows to anybody: those that were seen last. */
export function keepCatalogue(): void {
  // Its own types leave undefined out where Workbox's others do not.
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
  // What a document says may change by an import, and counts: it is asked for.
  registerRoute(isIn('/documents/'), (options) =>
    new NetworkFirst({
      cacheName,
      matchOptions,
      networkTimeoutSeconds: patience(),
      plugins: [expiration, watchLine],
    }).handle(options),
  );
}
