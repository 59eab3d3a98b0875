import type { Client } from './test-app.ts';

/** Posts a form as a browser without scripts does. */
export const postForm = (
  client: Client,
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) =>
  client.send({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
    payload: new URLSearchParams(fields).toString(),
  });

/** The first element of a page that a pattern names, without its tags. */
export const textOf = (html: string, pattern: RegExp) =>
  pattern
    .exec(html)?.[1]
    ?.replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'") ?? '';

/** What an error in a page says. */
export const alertOf = (html: string) => textOf(html, /role="alert"[^>]*>(.*?)<\/div><\/div>/s);

/** What a field of several lines holds. */
export const typedIn = (html: string, name: string) =>
  textOf(html, new RegExp(`<textarea[^>]*name="${name}"[^>]*>([^<]*)</textarea>`));

/** What the first hidden field of a name holds; null without one. */
export const hiddenOf = (html: string, name: string) =>
  new RegExp(`<input type="hidden"[^>]*name="${name}"[^>]*value="([^"]*)"`)
    .exec(html)?.[1]
    ?.replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'") ?? null;

/** The Idempotency-Keys of a page's forms, as `FormKey` writes them. */
export const keysOf = (html: string) =>
  [...html.matchAll(/name="Idempotency-Key" (?:autoComplete="off" )?value="([^"]*)"/gi)].map(
    ([, key]) => key,
  );
