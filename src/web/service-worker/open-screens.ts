import { matchPrecache } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { NetworkOnly } from 'workbox-strategies';
import { appFiles } from '#contract/screens';
import { signedInScreens } from '#contract/signed-in-screens';
import { forgetAccount, personalCache } from '../lib/offline/personal-cache.ts';
import { within } from '../lib/session/within.ts';
import { isAway, noteTrouble, patience, watchNetwork } from './network.ts';

/** The browser loads calls and files itself. */
const noScreen = /^\/(?:api|assets|images|documents|previews|icons|metrics)(?:\/|$)/;

/** The browser can render these from the cache. */
const ownScreens = signedInScreens.map(
  ({ pattern }) => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i'),
);

async function shell(): Promise<Response> {
  return (await matchPrecache(appFiles.shell)) ?? Response.error();
}

/** Page requests: from the portal; offline, or if it is slow and the screen is cached, the shell. */
export function openScreens(): void {
  registerRoute(
    ({ url, request, sameOrigin }) =>
      sameOrigin &&
      request.mode === 'navigate' &&
      request.destination === 'document' &&
      !noScreen.test(url.pathname),
    async ({ event, request, url }) => {
      const isOwn = ownScreens.some((pattern) => pattern.test(url.pathname));
      // A storage that hangs or throws must not stop a page.
      const kept = isOwn ? await within(personalCache()).catch(() => null) : null;
      const seconds = kept === null ? undefined : patience();
      try {
        const page = await new NetworkOnly({
          plugins: [watchNetwork],
          ...(seconds !== undefined && { networkTimeoutSeconds: seconds }),
        }).handle({ event, request });
        if (isAway(page)) return await shell();
        // Only somebody logged out sees the login.
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
