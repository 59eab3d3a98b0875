import { registerRoute } from 'workbox-routing';
import { forgetAccount } from '../lib/offline/personal-cache.ts';
import { within } from '../lib/session/within.ts';
import { unsentPage, type PostedFields } from './unsent-page.ts';

/** Another account may be logged in afterwards. */
const accountForms = new Set(['/login', '/second-step', '/signup', '/setup', '/reset-password']);

async function readFields(request: Request): Promise<PostedFields | null> {
  try {
    const fields = [...(await request.formData())];
    return {
      texts: fields.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
      hasFile: fields.some(([, value]) => typeof value !== 'string' && value.name !== ''),
    };
  } catch {
    return null;
  }
}

/**
 * Forms posted before the script are sent unchanged; offline, their text is returned. Only from the portal's
 * pages: another site's post passed through here could look like the portal's own.
 */
export function postForms(): void {
  registerRoute(
    ({ request, sameOrigin }) =>
      sameOrigin && request.mode === 'navigate' && request.referrer.startsWith(`${location.origin}/`),
    async ({ request, url }) => {
      const address = url.pathname + url.search;
      // A form with a file is not copied: it may be large.
      const isShort =
        request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded') === true;
      if (!navigator.onLine) return unsentPage(address, await readFields(request));
      const copy = isShort ? request.clone() : null;
      try {
        const answer = await fetch(request);
        if (accountForms.has(url.pathname.toLowerCase()))
          await within(forgetAccount()).catch(() => undefined);
        return answer;
      } catch {
        return unsentPage(address, copy && (await readFields(copy)));
      }
    },
    'POST',
  );
}
