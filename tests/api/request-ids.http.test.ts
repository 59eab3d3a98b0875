import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { serverMessages } from '#server/platform/http/server-messages';
import { recordLog } from '#support/record-log';
import { makeTestApp } from '#support/test-app';
import { webBuild } from '#support/web-build';
import type { AppContext } from '#server/platform/context';

const given = '3f1c9a52-77d0-4d31-9a8e-2f6f1b0c9f10';
const headers = { 'x-request-id': given };
const own = /^[0-9a-f]{8}-[0-9a-z]+$/;

function breakClock(context: AppContext, code?: string): void {
  context.clock.now = () => {
    throw Object.assign(new Error('the clock is broken'), { code });
  };
}

test('the id of a trusted proxy is in the header, in every error, and in each line of the log', async () => {
  const { lines, logger } = recordLog('trace');
  const { nobody, context } = await makeTestApp({ settings: { trustProxy: 'loopback' }, app: { logger } });
  const login = { email: 'asha@example.test', password: 'secret1' };
  const unknown = await nobody.post('/api/auth/login', login, headers);
  expect(unknown.headers['x-request-id']).toBe(given);
  expect(unknown.body).toEqual({
    message: serverMessages.invalidCredentials,
    code: 'invalid_credentials',
    request_id: given,
  });
  breakClock(context);
  const failed = await nobody.post('/api/auth/login', login, headers);
  expect(failed).toMatchObject({ status: 500, headers, body: { code: 'internal', request_id: given } });
  breakClock(context, 'SQLITE_BUSY');
  const busy = await nobody.post('/api/auth/login', login, headers);
  expect(busy).toMatchObject({ status: 503, headers, body: { code: 'busy', request_id: given } });
  for (const { body } of [failed, busy]) {
    expect(body.message).toMatch(new RegExp(` If it happens again, tell the office this code: ${given}\\.$`));
  }
  expect(lines.map(({ msg }) => msg)).toEqual([
    'security',
    'request',
    'request failed',
    'request',
    'request refused for now',
    'request',
  ]);
  expect(new Set(lines.map(({ reqId }) => reqId))).toEqual(new Set([given]));
});

test('from anybody else, and where it is no proper id, it counts for nothing', async () => {
  const { nobody } = await makeTestApp();
  const answer = await nobody.get('/api/nothing', headers);
  expect(answer.headers['x-request-id']).toMatch(own);
  expect(answer.body.request_id).toBe(answer.headers['x-request-id']);
  const proxied = await makeTestApp({ settings: { trustProxy: 'loopback' } });
  for (const forged of ['x'.repeat(65), 'one two', '{"level":50}', '']) {
    const { body } = await proxied.nobody.get('/api/nothing', { 'x-request-id': forged });
    expect(body.request_id).toMatch(own);
  }
});

test('pages have it in their header, from memory, rendered, redirected and not found', async () => {
  const { nobody } = await makeTestApp({
    settings: { trustProxy: 1 },
    app: { pages: webBuild() },
  });
  for (const [url, status] of [
    ['/login', 200],
    ['/StudentDashboard', 302],
    ['/signup/', 200],
    ['/nowhere', 404],
    [[...webBuild().files.keys()][0] ?? '', 200],
    ['/reset-password?token=x', 200],
  ] as const) {
    const answer = await nobody.get(url, headers);
    expect(answer, url).toMatchObject({ status, headers });
    const { etag } = answer.headers;
    if (status !== 200 || etag === undefined) continue;
    const unchanged = await nobody.get(url, { ...headers, 'if-none-match': String(etag) });
    expect(unchanged, url).toMatchObject({ status: 304, headers });
  }
});

test('the proxies that come along name each request themselves, and log no address with what stands behind its "?"', () => {
  const read = (name: string) => readFileSync(path.join(import.meta.dirname, '../../deploy', name), 'utf8');
  const [nginx, caddy] = [read('nginx.conf'), read('Caddyfile')];
  expect(nginx).toContain('proxy_set_header X-Request-Id $request_id;');
  expect(caddy).toContain('header_up X-Request-Id {http.request.uuid}');
  const format = /log_format capstone ([^;]+);/.exec(nginx)?.[1];
  expect(format).toContain('$logged_uri');
  expect(format).not.toMatch(/\$(?:request|request_uri|args|http_referer)\b/);
  expect(nginx.match(/^\s*listen /gm)).toHaveLength(nginx.match(/access_log \S+ capstone;/g)?.length ?? 0);
});
