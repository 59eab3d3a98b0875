import { expect, test } from 'vitest';
import { endpoints } from '#contract/wire/endpoints';
import { fillPath } from '#contract/fill-path';
import { isUnsafeMethod, isSameOriginRequest } from '#server/platform/http/csrf';
import { makeTestApp } from '#support/test-app';

test.each([
  ['a GET from anywhere', 'GET', { 'sec-fetch-site': 'cross-site' }, true],
  ['a program that sends neither header', 'POST', {}, true],
  ['the same origin', 'POST', { 'sec-fetch-site': 'same-origin' }, true],
  ['an address typed by the user', 'POST', { 'sec-fetch-site': 'none' }, true],
  ['a sister site', 'POST', { 'sec-fetch-site': 'same-site' }, false],
  ['another site', 'DELETE', { 'sec-fetch-site': 'cross-site' }, false],
  [
    'another site that fakes an Origin',
    'POST',
    { 'sec-fetch-site': 'cross-site', origin: 'https://portal.test' },
    false,
  ],
  ["PUBLIC_URL's origin", 'POST', { origin: 'https://portal.test' }, true],
  ["PUBLIC_URL's host by plain HTTP", 'POST', { origin: 'http://portal.test' }, false],
  ["PUBLIC_URL's host on another port", 'POST', { origin: 'https://portal.test:8443' }, false],
  [
    "the Host's own origin, where PUBLIC_URL says another",
    'POST',
    { origin: 'http://localhost:3000' },
    false,
  ],
  ['an Origin and a Host that agree', 'POST', { origin: 'https://evil.test', host: 'evil.test' }, false],
  ['another origin', 'PUT', { origin: 'https://evil.test' }, false],
  ['an opaque origin', 'POST', { origin: 'null' }, false],
] as const)('with PUBLIC_URL: %s', (_, method, headers, passes) => {
  const sent = { host: 'localhost:3000', ...headers };
  expect(isSameOriginRequest(method, sent, 'https://portal.test')).toBe(passes);
});

test.each([
  ["the Host's own origin", 'http://localhost:3000', true],
  ['the same behind a proxy that speaks https', 'https://localhost:3000', true],
  ['another port', 'http://localhost:3001', false],
  ['another origin', 'https://evil.test', false],
  ['an opaque origin', 'null', false],
] as const)('without PUBLIC_URL: %s', (_, origin, passes) => {
  expect(isSameOriginRequest('POST', { host: 'localhost:3000', origin }, null)).toBe(passes);
});

test('the portal compares with the whole origin of PUBLIC_URL', async () => {
  const { nobody } = await makeTestApp({ settings: { publicUrl: new URL('https://portal.test') } });
  const statusFrom = async (origin: string, host = 'portal.test') =>
    (await nobody.post('/api/auth/logout', undefined, { origin, host })).status;
  expect(await statusFrom('https://portal.test')).toBe(204);
  expect(await statusFrom('http://portal.test')).toBe(403);
  expect(await statusFrom('https://evil.test', 'evil.test')).toBe(403);
});

test('every change of the wire, login and logout included, is refused from elsewhere', async () => {
  const { nobody } = await makeTestApp();
  const changes = Object.values(endpoints).filter(({ method }) => isUnsafeMethod(method));
  expect(changes.length).toBeGreaterThan(10);
  for (const { method, path } of changes) {
    const url = fillPath(path, { s_id: 'x', id: 'x' });
    const answer = await nobody.send({ method, url, headers: { 'sec-fetch-site': 'cross-site' } });
    expect(answer, `${method} ${path}`).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  }
});
