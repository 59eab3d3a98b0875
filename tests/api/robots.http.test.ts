import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { endpoints, type EndpointName } from '#contract/wire/endpoints';
import { table } from '#support/access-table';
import { buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';

const rules = readFileSync(new URL('../../src/web/public/robots.txt', import.meta.url), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, kind, prefix] = /^(Allow|Disallow): (\S+)$/.exec(line) ?? [];
    return kind === undefined || prefix === undefined ? [] : [{ isAllowed: kind === 'Allow', prefix }];
  });

/** RFC 9309: the longest match decides. */
function mayFetch(path: string): boolean {
  const [longest] = rules
    .filter(({ prefix }) => path.startsWith(prefix))
    .toSorted((a, b) => b.prefix.length - a.prefix.length);
  return longest?.isAllowed ?? true;
}

/** Read without a session, yet only by the portal's own pages. */
const ofPages: EndpointName[] = [
  'readSession',
  'suggestBatches',
  'readMailLink',
  'readInvitation',
  'readCertificate',
];

test('programs that obey robots.txt may fetch every address that is made for programs, and nothing else of the API', () => {
  const read = (Object.keys(endpoints) as EndpointName[]).filter((name) => endpoints[name].method === 'GET');
  for (const name of read) {
    const isOpen = table[name].expected.nobody !== 401;
    const path = endpoints[name].path.replaceAll(/:\w+/g, 'x');
    expect(mayFetch(path), path).toBe(isOpen && !ofPages.includes(name));
  }
  for (const path of [
    '/',
    '/login',
    '/.well-known/security.txt',
    '/manifest.webmanifest',
    '/api/openapi.json',
  ])
    expect(mayFetch(path), path).toBe(true);
});

test('each address that robots.txt allows is there, and a calendar stays out of search results', async () => {
  const app = await makeTestApp({ settings: { apiDocs: true } });
  const me = await app.as(await buildStudent(app.context));
  const { address } = (await me.put('/api/account/calendar')).body;
  const allowed = rules.filter(({ isAllowed }) => isAllowed).map(({ prefix }) => prefix);
  for (const prefix of allowed) {
    const url = prefix === '/api/calendar/' ? new URL(address).pathname : prefix;
    const { status, headers } = await app.nobody.get(url);
    expect(status, url).toBe(200);
    if (prefix === '/api/calendar/') expect(headers['x-robots-tag']).toBe('noindex');
  }
});
