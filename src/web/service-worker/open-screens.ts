import { matchPrecache } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { NetworkOnly } from 'workbox-strategies';
import { appFiles, signedInScreens } from '#contract/screens';
import { forgetAccount, personalCache } from '../lib/offline/personal-cache.ts';
import { within } from '../lib/session/within.ts';
import { isAway, noteTrouble, patience, watchLine } from './line.ts';

/** What is no screen: calls and files, some of them downloads. They go the browser's own way. */
const noScreen = /^\/(?:api|assets|images|documents|previews|icons|metrics)(?:\/|$)/;

/** Screens that the browser can render by itself from what is kept; the others come with their page only. */
const ownScreens = signedInScreens.map(
  ({ pattern }) => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i'),
);

/** The page behind which the browser renders any screen from what is kept. */
async function shell(): Promise<Response> {
  return (await matchPrecache(appFiles.shell)) ?? Response.error();
}

/**
 * Pages that are opened by their address: from the portal, and without a line as the shell. On a slow line the shell comes
 * too, where the screen is kept; what is not is waited for.
 */
export function openScreens(): void {
  registerRoute(
    ({ url, request, sameOrigin }) =>
      sameOrigin &&
      request.mode === 'navigate' &&
      request.destination === 'document' &&
      !noScreen.test(url.pathname),
    async ({ event, request, url }) => {
      const isOwn = ownScreens.some((pattern) => pattern.test(url.pathname));
      // A storage that hangs or throws keeps no page away.
      const kept = isOwn ? await within(personalCache()).catch(() => null) : null;
      const seconds = kept === null ? undefined : patience();
      try {
        const page = await new NetworkOnly({
          plugins: [watchLine],
          ...(seconds !== undefined && { networkTimeoutSeconds: seconds }),
        }).handle({ event, request });
        if (isAway(page)) return await shell();
        // Whoever is signed in is led on from the login: who sees it is not.
        if (url.pathname.toLowerCase() === '/login' && page.type === 'basic' && page.ok)
          await within(forgetAccount()).catch(() => undefined);
        return page;
      } catch {
        noteTrouble();
        return shell();
      }
    },
  );
}
