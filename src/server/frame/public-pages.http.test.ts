import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { publicPaths } from '#contract/screens';
import { buildApp } from '#server/app';
import { buildAdministrator, buildProject, buildStudent } from '#support/factories';
import { importFiles } from '#support/import-folder';
import { makeTestApp } from '#support/test-app';
import { webBuild } from '#support/web-build';
import { loadSample } from '../catalogue/sample/sample-files.ts';
import type { Settings } from '../platform/settings/settings.ts';

/** A portal with its pages, made from a database that a test has filled. */
async function withPages(
  settings: Partial<Settings> = {},
  fill: (app: Awaited<ReturnType<typeof makeTestApp>>) => Promise<unknown> = async () => {},
) {
  const app = await makeTestApp({ settings });
  await fill(app);
  const server = await buildApp(app.context, { pages: webBuild() });
  onTestFinished(() => server.close());
  return { ...app, server, htmlOf: async (url: string) => (await server.inject({ url })).body };
}

/** The names of the projects that Home shows, as they stand in its HTML. */
const projectsOf = (html: string) => {
  const [, section = ''] = /<section id="projects"(.*?)<\/section>/s.exec(html) ?? [];
  return [...section.matchAll(/<h3[^>]*>(.*?)<\/h3>/gs)].map(([, name]) => name);
};

test('a public page comes from memory, in the encoding that the browser takes', async () => {
  const { server } = await withPages();
  const plain = await server.inject({ url: '/signup' });
  expect(plain.statusCode).toBe(200);
  expect(plain.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body).toContain('ICTAK Capstone');
  const brotli = await server.inject({ url: '/signup', headers: { 'accept-encoding': 'gzip, deflate, br' } });
  expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
  const gzip = await server.inject({ url: '/signup', headers: { 'accept-encoding': 'gzip, br;q=0' } });
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
  const headers = { 'if-none-match': String(plain.headers.etag) };
  expect((await server.inject({ url: '/signup', headers })).statusCode).toBe(304);
  const head = await server.inject({ method: 'HEAD', url: '/signup' });
  expect([head.statusCode, head.body]).toEqual([200, '']);
});

const classesIn = (text: string) => text.match(/_[\w-]+_[\w-]{5}_\d+/g) ?? [];

/** Bytes of a server's first flight (RFC 6928), without the headers of a page. */
const firstFlight = 14_600 - 2_000;

test('public pages bring all rules that they need along, in one flight, and those of a reader name the file', async () => {
  const app = await withPages();
  const { publicStyles } = webBuild();
  expect(publicStyles).toContain('@font-face');
  const cookie = await app.cookieOf(await buildStudent(app.context));
  const { body } = await app.server.inject({ url: '/account', headers: { cookie } });
  expect(body).not.toContain('<style');
  const files = [...body.matchAll(/<link[^>]* rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href);
  expect(files).toHaveLength(1);
  const file = await app.server.inject({ url: files[0] ?? '' });
  expect(file.headers['cache-control']).toContain('immutable');
  const whole = new Set(classesIn(file.body));
  const included = new Set(classesIn(publicStyles));
  expect(included.size).toBeLessThan(whole.size / 2);
  for (const url of [...publicPaths, '/nothing/here']) {
    const html = await app.htmlOf(url);
    expect(html, url).toContain(`<style id="styles" data-whole="${files[0]}">${publicStyles}</style>`);
    expect(html, url).not.toContain('rel="stylesheet"');
    const shown = classesIn(html.slice(html.indexOf('</style>')));
    expect(
      shown.filter((name) => whole.has(name) && !included.has(name)),
      url,
    ).toEqual([]);
    expect(brotliCompressSync(html).length, url).toBeLessThan(firstFlight);
  }
});

test('whoever is logged in has their own bar on every public page, and everybody else the page from memory', async () => {
  const app = await withPages();
  const student = await buildStudent(app.context, { name: 'Asha Kumari' });
  const cookie = await app.cookieOf(student);
  const [name] = cookie.split('=', 1);
  const barOf = (html: string) => /<nav[^>]*>.*?<\/nav>/s.exec(html)?.[0] ?? '';
  for (const url of [...publicPaths, '/verify?number=x', '/nothing/here']) {
    const own = await app.server.inject({ url, headers: { cookie: `zone=Asia%2FDubai; ${cookie}` } });
    if (['/login', '/second-step', '/signup'].includes(url)) {
      expect(own.headers.location).toBe('/StudentDashboard');
      continue;
    }
    expect(own.statusCode, url).toBe(url === '/nothing/here' ? 404 : 200);
    expect(barOf(own.body), url).toContain('Asha Kumari');
    expect(barOf(own.body), url).toContain('Logout');
    expect(barOf(own.body), url).not.toContain('Login');
    expect(own.headers['cache-control'], url).toBe('no-store');
    const visitors = await app.server.inject({ url });
    expect(barOf(visitors.body), url).toContain('Login');
    const ended = await app.server.inject({ url, headers: { cookie: `zone=Asia%2FDubai; ${name}=ended` } });
    if (!url.includes('?')) expect(ended.body, url).toBe(visitors.body);
  }
});

test('each public page names the hash of each of its scripts, and no other', async () => {
  const { server } = await withPages({ frameHosts: ['docs.example.test'] });
  const hashes = async (code: string) => {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code));
    return `'sha256-${Buffer.from(digest).toString('base64')}'`;
  };
  for (const url of [...publicPaths, '/nothing/here']) {
    const { body, headers } = await server.inject({ url });
    const policy = String(headers['content-security-policy']);
    const scripts = [...body.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)];
    const inside = scripts.filter(([, attributes]) => !attributes?.includes('src='));
    const expected = new Set(await Promise.all(inside.map(([, , code]) => hashes(code ?? ''))));
    const named = /script-src 'self' ([^;]*);/.exec(policy)?.[1]?.split(' ');
    expect(new Set(named), url).toEqual(expected);
    expect(inside.length, url).toBeGreaterThan(1);
    expect(body, url).not.toContain('nonce=');
    expect(policy).toContain("frame-src 'self' https://docs.example.test;");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self'");
  }
});

test('what operators and the catalogue say stands in pages as text', async () => {
  const name = '<img src=x onerror=alert(1)> & "Sons" $& </script><script>harm()</script>';
  const { htmlOf } = await withPages({ academyName: name }, ({ context }) =>
    buildProject(context, { name, details: name, background_image: '/images/"><b>.svg' }),
  );
  const html = await htmlOf('/');
  expect(html).not.toContain('<img src=x');
  expect(html).not.toContain('<script>harm');
  const shown = '&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Sons&quot; $&amp; &lt;/script&gt;';
  expect(projectsOf(html)).toEqual([`${shown}&lt;script&gt;harm()&lt;/script&gt;`]);
  expect(html).toContain(`${shown}&lt;script&gt;harm()&lt;/script&gt; student portal`);
  expect(html).not.toContain('"><b>.svg');
  // The page's data stands in a script: nothing in it ends the script.
  for (const [, code] of html.matchAll(/<script[^>]*>(.*?)<\/script>/gs)) expect(code).not.toContain('<img');
});

test('Home shows the catalogue, and no project while it is empty', async () => {
  const empty = await withPages();
  expect(projectsOf(await empty.htmlOf('/'))).toEqual([]);
  const { htmlOf } = await withPages({}, async ({ context }) => {
    await buildProject(context, { name: 'Weather station' });
    await buildProject(context, { name: 'Bus tracker' });
  });
  expect(projectsOf(await htmlOf('/'))).toEqual(['Weather station', 'Bus tracker']);
});

test('what the office or an import has saved is on public pages when the answer comes', async () => {
  const { context, htmlOf, as } = await withPages();
  const office = await as(await buildAdministrator(context));
  await office.post('/api/staff/catalogue/courses', { name: 'Web' });
  const typed = { id: 'P1', name: 'Bus tracker', course: 'Web', details: 'Tracks buses.' };
  await office.post('/api/staff/catalogue/projects', typed);
  expect(projectsOf(await htmlOf('/'))).toEqual(['Bus tracker']);
  await office.put('/api/staff/catalogue/projects/P1', { ...typed, name: 'Boat tracker' });
  expect(projectsOf(await htmlOf('/'))).toEqual(['Boat tracker']);
  await importFiles(context, { 'terms.md': 'First words' });
  expect(await htmlOf('/terms')).toContain('<p>First words</p>');
  await office.delete('/api/staff/catalogue/projects/P1');
  expect(projectsOf(await htmlOf('/'))).toEqual([]);
});

test('the office’s bar has a place for the sample until that is removed', async () => {
  const { context, as, cookieOf, server } = await withPages({}, (app) => loadSample(app.context));
  const administrator = await buildAdministrator(context);
  const office = await as(administrator);
  const cookie = await cookieOf(administrator);
  const bar = async () => (await server.inject({ url: '/staff/look', headers: { cookie } })).body;
  expect(await bar()).toContain('href="/staff/sample"');
  expect((await office.post('/api/staff/sample/removal')).status).toBe(200);
  expect(await bar()).not.toContain('href="/staff/sample"');
});

/** Without the versions, which each page names for a signup. */
const textOf = (html: string) => html.slice(html.indexOf('<main'), html.indexOf('</main>'));

test("the operator's words take the place of the portal's own", async () => {
  const own = await withPages({ academyName: 'A & B' });
  const ownTerms = await own.htmlOf('/terms');
  const words = '# Rules of {{academy}}\n\n`{{other}}` <script>harm()</script>';
  const { server, htmlOf } = await withPages({ academyName: 'A & B' }, async ({ dataDir }) => {
    await mkdir(dataDir, { recursive: true });
    await writeFile(path.join(dataDir, 'terms.md'), words);
  });
  const terms = await htmlOf('/terms');
  expect(terms).toContain(
    '<h1>Rules of A &amp; B</h1>\n<p><code>{{other}}</code> &lt;script&gt;harm()&lt;/script&gt;</p>',
  );
  expect(terms).not.toBe(ownTerms);
  expect(terms).not.toContain('<script>harm');
  expect(textOf(await htmlOf('/privacy'))).toBe(textOf(await own.htmlOf('/privacy')));
  expect((await server.inject({ url: '/terms' })).statusCode).toBe(200);
});

test('a changed file of the operator shows within seconds, without a restart', { tags: 'full' }, async () => {
  const { htmlOf, dataDir } = await withPages();
  const html = async () => textOf(await htmlOf('/privacy'));
  const own = await html();
  await mkdir(dataDir, { recursive: true });
  const file = path.join(dataDir, 'privacy.md');
  await writeFile(file, 'First words');
  await expect.poll(html).toContain('<p>First words</p>');
  await writeFile(file, 'Other, longer words');
  await expect.poll(html).toContain('<p>Other, longer words</p>');
  await rm(file);
  await expect.poll(html).toBe(own);
});

test('a portal does not start with a public page that cannot be rendered', async () => {
  const app = await makeTestApp();
  const broken = {
    ...webBuild(),
    loadRenderer: async () => ({
      render: () => Promise.reject(new Error('It cannot be rendered')),
      renderShell: () => Promise.reject(new Error('It cannot be rendered')),
    }),
  };
  await expect(buildApp(app.context, { pages: broken })).rejects.toThrow('It cannot be rendered');
});

test('without a built web the calls work, and pages say that they are not built', async () => {
  const { nobody } = await makeTestApp();
  expect((await nobody.get('/api/health')).status).toBe(200);
  expect(await nobody.get('/')).toMatchObject({ status: 503, headers: { 'retry-after': '60' } });
});
