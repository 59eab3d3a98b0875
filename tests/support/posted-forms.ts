import type { Answer, Client, TestApp } from './test-app.ts';

/** Posts a form as a browser without scripts does. */
export const postForm = (
  client: Client,
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> =>
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

/** The same for nobody, who has no session. */
export const postPublicForm = (
  { nobody }: TestApp,
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) => postForm(nobody, url, fields, headers);

/** What somebody types into the signup form, as people type. */
export const newcomer = {
  name: 'Asha & "Kumari"',
  email: ' Asha@Example.test ',
  password: 'monsoon-7-kayal',
  phone: '98765 43-210',
  batch: 'MERN-2026-11',
  terms: 'on',
};

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

/** The Idempotency-Keys of a page's forms, as `Form` writes them. */
export const keysOf = (html: string) =>
  [...html.matchAll(/name="Idempotency-Key" (?:autoComplete="off" )?value="([^"]*)"/gi)].map(
    ([, key]) => key,
  );

/** The first element of a page that a pattern finds, as its markup. */
export const elementOf = (html: string, pattern: RegExp) => pattern.exec(html)?.[0] ?? '';
export const inputOf = (html: string, name: string) =>
  elementOf(html, new RegExp(`<input[^>]*name="${name}"[^>]*>`));
export const valueOf = (html: string, name: string) =>
  /\bvalue="([^"]*)"/.exec(inputOf(html, name))?.[1] ?? '';
/** What a message that stands in the page says. */
export const messageOf = (html: string) =>
  /<div[^>]*role="(?:alert|status)"[^>]*>(.*?)<\/div><\/div><\/div>/s
    .exec(html)?.[1]
    ?.replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#x27;', "'");
/** The names of the fields that are marked as refused. */
export const invalidFields = (html: string) =>
  [...html.matchAll(/<input[^>]*aria-invalid="true"[^>]*>/g)].map(
    ([input]) => /name="([^"]*)"/.exec(input)?.[1],
  );
