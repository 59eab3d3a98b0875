import { expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints';
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
  ["the Host's own origin", 'POST', { origin: 'http://localhost:3000' }, true],
  ["PUBLIC_URL's origin", 'POST', { origin: 'https://portal.test' }, true],
  ['another port', 'POST', { origin: 'http://localhost:3001' }, false],
  ['another origin', 'PUT', { origin: 'https://evil.test' }, false],
  ['an opaque origin', 'POST', { origin: 'null' }, false],
] as const)('%s', (_, method, headers, passes) => {
  expect(isSameOriginRequest(method, { host: 'localhost:3000', ...headers }, 'portal.test')).toBe(passes);
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
