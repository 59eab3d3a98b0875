import { createHash } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { publicPaths } from '#contract/screens';
import { buildApp } from '#server/app';
import { buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';
import { webBuild } from '#support/web-build';
import type { Settings } from '../platform/settings/settings.ts';
import type { PageBuild } from './page-build.ts';

async function withPages(settings: Partial<Settings> = {}, build: PageBuild = webBuild()) {
  const app = await makeTestApp({ settings });
  const server = await buildApp(app.context, { pages: build });
  onTestFinished(() => server.close());
  const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });
  return { ...app, get };
}

test('the service worker is asked for anew each time, and may fetch from the portal only', async () => {
  const { get } = await withPages();
  const worker = await get('/service-worker.js');
  expect(worker.statusCode).toBe(200);
  expect(worker.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
    'x-content-type-options': 'nosniff',
  });
  // Its own folder is its scope: at the root that is the whole portal, without another word.
  expect(worker.headers).not.toHaveProperty('service-worker-allowed');
  const again = await get('/service-worker.js', { 'if-none-match': String(worker.headers.etag) });
  expect(again.statusCode).toBe(304);
});

test('the service worker keeps every file of the build, and the shell', async () => {
  const { get } = await withPages();
  const { body } = await get('/service-worker.js');
  const files = [...webBuild().files.keys()].filter((file) => /^\/assets\/.*\.(?:js|css|woff2)$/.test(file));
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) expect(body, file).toContain(file);
  const shell = await get('/shell');
  expect(shell.statusCode).toBe(200);
  expect(shell.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(shell.body).toContain('"isSpaMode":true');
});

test(
  'all processes of one version have the same worker, another academy or another build has another one',
  { tags: 'full' },
  async () => {
    const workerOf = async (settings: Partial<Settings> = {}, build?: PageBuild, hours = 0) => {
      const app = await makeTestApp({ settings });
      app.clock.advance(hours * 3_600_000);
      const server = await buildApp(app.context, { pages: build ?? webBuild() });
      onTestFinished(() => server.close());
      return createHash('sha256')
        .update((await server.inject({ url: '/service-worker.js' })).body)
        .digest('hex');
    };
    const worker = await workerOf();
    expect(await workerOf({}, undefined, 30)).toBe(worker);
    expect(await workerOf({ academyName: 'Another' })).not.toBe(worker);
    expect(await workerOf({}, { ...webBuild(), version: 'next' })).not.toBe(worker);
  },
);

test('the manifest names the academy, whatever its name holds, and its icons are there', async () => {
  const academyName = 'R&D "Academy" </script>';
  const { get } = await withPages({ academyName });
  for (const url of publicPaths) expect((await get(url)).body, url).not.toContain('Capstone');
  const answer = await get('/manifest.webmanifest');
  expect(answer.headers['content-type']).toBe('application/manifest+json; charset=utf-8');
  const manifest = answer.json();
  expect(manifest).toMatchObject({
    name: academyName,
    short_name: academyName,
    start_url: '/StudentDashboard',
    display: 'standalone',
  });
  expect(manifest.icons.map(({ sizes, purpose }: Record<string, string>) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
  for (const src of [
    ...manifest.icons.map((icon: { src: string }) => icon.src),
    '/icons/apple-touch-icon.png',
  ]) {
    const icon = await get(src);
    expect([icon.statusCode, icon.headers['content-type']], src).toEqual([200, 'image/png']);
    expect(icon.rawPayload.length, src).toBeLessThan(5 * 1024);
    const width = icon.rawPayload.readUInt32BE(16);
    expect(src).toContain(src.includes('apple') ? 'apple' : String(width));
  }
});

test('pages let their worker and their manifest in, and link the manifest', async () => {
  const { get, context, cookieOf } = await withPages();
  const cookie = await cookieOf(await buildStudent(context));
  for (const [url, headers] of [
    ['/', {}],
    ['/StudentDashboard', { cookie }],
    ['/shell', {}],
  ] as const) {
    const page = await get(url, headers);
    expect(page.headers['content-security-policy'], url).toContain("worker-src 'self'; manifest-src 'self'");
    expect(page.body, url).toContain('<link rel="manifest" href="/manifest.webmanifest"/>');
  }
});
