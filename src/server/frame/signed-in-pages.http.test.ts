import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { signedInScreens } from '#contract/signed-in-screens';
import { buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';
import { webBuild } from '#support/web-build';
import type { PageBuild } from './page-build.ts';

async function withStudent(name = 'Asha', pages: PageBuild = webBuild()) {
  const app = await makeTestApp({ app: { pages }, settings: { academyName: 'Nila Institute' } });
  const account = await buildStudent(app.context, { name });
  const cookie = await app.cookieOf(account);
  const open = (url: string, headers: Record<string, string> = {}) =>
    app.app.inject({ url, headers: { cookie, ...headers } });
  return { ...app, account, cookie, open };
}

const nonceOf = (policy: unknown) => /script-src 'self' 'nonce-([^']+)';/.exec(String(policy))?.[1] ?? '';

test('each signed-in screen is rendered for its reader, and kept nowhere', async () => {
  const { open } = await withStudent();
  for (const { pattern } of signedInScreens) {
    const { statusCode, headers, body } = await open(pattern.replace(/:\w+/, 'P001'));
    expect([200, 404], pattern).toContain(statusCode);
    expect(headers, pattern).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'Accept-Encoding, Cookie',
    });
    expect(headers.etag).toBeUndefined();
    expect(body, pattern).toContain('Asha');
    expect(body, pattern).toMatch(/<title>[^<]+ · Nila Institute<\/title>/);
    expect(body, `${pattern}: an academy with a name of its own`).not.toContain('Capstone');
    expect(body, pattern).toMatch(/<h1[^>]*>[^<]+<\/h1>/);
    // Painted once the browser has read the whole frame: half a header would move.
    expect(body, pattern).toMatch(
      /<link rel="expect" href="#footer" blocking="render"\/>.*<footer id="footer"/s,
    );
  }
});

test('every script of a page carries the nonce of its policy, another for each page', async () => {
  const { open } = await withStudent();
  const nonces = new Set<string>();
  for (let n = 0; n < 3; n += 1) {
    const { headers, body } = await open('/StudentDashboard');
    const nonce = nonceOf(headers['content-security-policy']);
    expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
    const scripts = body.match(/<script[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(3);
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(3);
});

test('what a reader is called stands in the page as text, in its data too', async () => {
  const name = '</script><b>Asha</b><!-- $& ${x} <script>';
  const { open } = await withStudent(name);
  const { body } = await open('/StudentDashboard');
  expect(body).not.toContain('<b>Asha');
  expect(body).toContain('&lt;b&gt;Asha&lt;/b&gt;&lt;!-- $&amp; ${x} &lt;script&gt;');
  for (const [, code] of body.matchAll(/<script[^>]*>(.*?)<\/script>/gs)) expect(code).not.toContain('<!--');
});

test('a page comes in the encoding that the browser likes best', async () => {
  const html = `<!DOCTYPE html>${'<p>A page of some length</p>'.repeat(5_000)}`;
  const render = async () => ({ status: 200, headers: new Headers(), html: Buffer.from(html) });
  const { open } = await withStudent('Asha', {
    publicStyles: '',
    worker: '',
    version: '',
    files: new Map(),
    loadRenderer: async () => ({ render, renderShell: render }),
  });
  const plain = await open('/viva');
  expect([plain.body, plain.headers['content-encoding']]).toEqual([html, undefined]);
  const cases: [accepted: string, encoding: string, decode: (bytes: Buffer) => Buffer][] = [
    ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ];
  for (const [accepted, encoding, decode] of cases) {
    const answer = await open('/viva', { 'accept-encoding': accepted });
    expect(answer.headers['content-encoding'], accepted).toBe(encoding);
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length);
    expect(decode(answer.rawPayload).toString() === html, accepted).toBe(true);
  }
});

test('a page asked for by HEAD has its headers and no body', async () => {
  const { app, cookie } = await withStudent();
  const answer = await app.inject({ method: 'HEAD', url: '/viva', headers: { cookie } });
  expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([200, '', 'no-store']);
});

test('a page whose session has ended meanwhile is the login', async () => {
  const { app, cookie, open } = await withStudent();
  await app.inject({ method: 'POST', url: '/api/auth/logout', headers: { cookie } });
  const { statusCode, headers } = await open('/viva');
  expect([statusCode, headers.location]).toEqual([302, '/login?next=%2Fviva']);
});

test('the forum’s page brings the newest ten questions and shows them all', async () => {
  const { app, account, cookie, open } = await withStudent();
  for (let n = 1; n <= 12; n += 1) {
    const url = `/api/discussion/discussion/${account.email}/question`;
    await app.inject({
      method: 'POST',
      url,
      headers: { cookie },
      payload: { question: `Question No. ${n}.` },
    });
  }
  const { batch } = (await open('/api/auth/session')).json().student;
  const { body } = await open(`/discussion/${batch}`);
  const scripts = body.match(/<script[^>]*>.*?<\/script>/gs) ?? [];
  const page = scripts.reduce((rest, script) => rest.replace(script, ''), body);
  const told = (html: string) => [...html.matchAll(/Question No\. (\d+)\./g)].map(([, n]) => Number(n));
  expect(new Set(told(page))).toEqual(new Set([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]));
  expect(new Set(told(scripts.join('')))).toEqual(new Set(told(page)));
});
