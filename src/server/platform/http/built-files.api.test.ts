import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '#server/app';
import { dayMs } from '#contract/durations';
import { makeTestApp, type TestApp } from '#support/test-app';
import { webBuild } from '#support/web-build';
import type { PageBuild } from '../../frame/page-build.ts';
import { compressText, uncompressed } from './compressed.ts';

const javascript = 'text/javascript; charset=utf-8';

/** A build whose only hashed files are these. */
async function buildWith(files: Record<string, string>, folder = '/assets/'): Promise<PageBuild> {
  const entries = Object.entries(files).map(async ([name, text]) => {
    const isFont = name.endsWith('.woff2');
    const compressed = isFont ? uncompressed(Buffer.from(text)) : await compressText(text, 1);
    return [folder + name, { type: isFont ? 'font/woff2' : javascript, compressed }] as const;
  });
  return { ...webBuild(), files: new Map(await Promise.all(entries)) };
}

async function start({ context }: TestApp, pages: PageBuild) {
  const server = await buildApp(context, { pages });
  onTestFinished(() => server.close());
  return (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });
}

test('a machine serves the parts of a page that another version has sent, older or newer', async () => {
  const app = await makeTestApp();
  const before = await start(
    app,
    await buildWith({ 'home-aaaa.js': 'const old = 1;', 'font-aaaa.woff2': 'glyphs' }),
  );
  const after = await start(app, await buildWith({ 'home-bbbb.js': 'const next = 2;' }));
  for (const [machine, url, text, type] of [
    [after, '/assets/home-aaaa.js', 'const old = 1;', javascript],
    [after, '/assets/font-aaaa.woff2', 'glyphs', 'font/woff2'],
    [before, '/assets/home-bbbb.js', 'const next = 2;', javascript],
  ] as const) {
    const file = await machine(url);
    expect([file.statusCode, file.body], url).toEqual([200, text]);
    expect(file.headers).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    });
  }
  const zipped = await after('/assets/home-aaaa.js', { 'accept-encoding': 'gzip, br' });
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(zipped.rawPayload).toString()).toBe('const old = 1;');
  for (const url of [
    '/assets/home-cccc.js',
    '/assets/',
    '/assets/..%2fhome-aaaa.js',
    '/assets/x/home-aaaa.js',
  ])
    expect((await after(url)).statusCode, url).toBe(404);
});

test(
  'only what carries a hash is kept, and a build that nobody has started for a month goes',
  { tags: 'full' },
  async () => {
    const app = await makeTestApp();
    const paths = async () =>
      (
        await app.context.database.reader.selectFrom('built_files').select('path').orderBy('path').execute()
      ).map(({ path }) => path);
    const hashed = await buildWith({ 'a-1.js': '1' });
    await start(app, {
      ...hashed,
      files: new Map([...hashed.files, ...(await buildWith({ 'robots.txt': 'x' }, '/')).files]),
    });
    expect(await paths()).toEqual(['/assets/a-1.js']);
    app.clock.advance(20 * dayMs);
    await start(app, await buildWith({ 'a-1.js': '1', 'a-2.js': '2' }));
    app.clock.advance(20 * dayMs);
    await start(app, await buildWith({ 'a-3.js': '3' }));
    expect(await paths(), 'started with 20 days ago').toEqual([
      '/assets/a-1.js',
      '/assets/a-2.js',
      '/assets/a-3.js',
    ]);
    app.clock.advance(11 * dayMs);
    await start(app, await buildWith({ 'a-3.js': '3' }));
    expect(await paths()).toEqual(['/assets/a-3.js']);
  },
);
