import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished, expect, test } from 'vitest';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import {
  placeholders,
  type RenderScreen,
  notFoundPath,
  publicPaths,
  signedInScreens,
  textPages,
} from '#contract/screens';
import { buildApp } from '#server/app';
import { buildProject, buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';
import type { AppContext } from '../platform/context.ts';
import type { Settings } from '../platform/settings.ts';
import { compressText } from '../platform/http/compressed.ts';
import type { PageBuild } from './page-build.ts';
import { sessionCookieName } from '../accounts/session-cookie.ts';
import { beginSession } from '../accounts/sessions.ts';

const page = (text: string) => ({
  html: `<html><head><link rel="modulepreload" href="/a.js"/></head><body>${text} ${placeholders.academyName}<script id="initial-data" type="application/json">${placeholders.initialData}</script></body></html>`,
  scripts: ["'sha256-abc='"],
});
const item = `<ul><li class="x"><h3>${placeholders.projectName}</h3><p>${placeholders.projectCourse}</p><p>${placeholders.projectDetails}</p><i>${placeholders.projectPicture}</i></li></ul>`;
const words = '<article id="text" class="x">Own</article>';
let rendering: RenderScreen = async () => null;
const build: PageBuild = {
  public: new Map(
    publicPaths.map((url) => [url, page(url === '/' ? item : url in textPages ? `${url} ${words}` : url)]),
  ),
  notFound: page(notFoundPath),
  shell: {
    html: `<html><head><style id="styles"></style></head><body><div id="server-rendered">skeleton ${placeholders.academyName}</div><script id="initial-data" type="application/json">${placeholders.initialData}</script><script id="start" data-modules="/assets/shell.js"></script></body></html>`,
    scripts: ["'sha256-abc='"],
  },
  loadRenderer: async () => async (screen) => rendering(screen),
  chunks: Object.fromEntries(signedInScreens.map(({ route }) => [route, [`/assets/${route}.js`]])),
  files: new Map([
    ['/assets/a-1.js', { type: 'text/javascript; charset=utf-8', compressed: compressText('let a;') }],
  ]),
};

async function withPages(settings: Partial<Settings> = {}) {
  const test = await makeTestApp({ settings });
  const server = await buildApp(test.context, { pages: build });
  onTestFinished(() => server.close());
  return { ...test, server };
}

async function cookieOf(context: AppContext, account: number): Promise<string> {
  const token = await context.database.transaction((writer) =>
    beginSession(writer, account, context.clock.now()),
  );
  return `${sessionCookieName(context.settings)}=${token}`;
}

const initialDataOf = (html: string) =>
  JSON.parse(/id="initial-data"[^>]*>(.*?)<\/script>/.exec(html)?.[1] ?? 'null');

test('a public page comes from memory, in the encoding that the browser takes', async () => {
  const { server } = await withPages();
  const plain = await server.inject({ url: '/signup' });
  expect(plain.statusCode).toBe(200);
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body).toContain('/signup ICTAK');
  const brotli = await server.inject({ url: '/signup', headers: { 'accept-encoding': 'gzip, deflate, br' } });
  expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
  const gzip = await server.inject({ url: '/signup', headers: { 'accept-encoding': 'gzip, br;q=0' } });
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
  const again = await server.inject({
    url: '/signup',
    headers: { 'if-none-match': String(plain.headers.etag) },
  });
  expect(again.statusCode).toBe(304);
  const head = await server.inject({ method: 'HEAD', url: '/signup' });
  expect([head.statusCode, head.body]).toEqual([200, '']);
});

test('every page carries a policy that lets its own scripts run and no others', async () => {
  const { server } = await withPages({ frameHosts: ['docs.example.test'] });
  const policy = String((await server.inject({ url: '/' })).headers['content-security-policy']);
  expect(policy).toContain("script-src 'self' 'sha256-abc=';");
  expect(policy).not.toContain("script-src 'self' 'unsafe-inline'");
  expect(policy).toContain("frame-src 'self' https://docs.example.test;");
  expect(policy).toContain("frame-ancestors 'none'");
});

test('what operators and the catalogue say stands in pages as text', async () => {
  const name = '<img src=x onerror=alert(1)> & "Sons" $& </script>';
  const { server, context } = await withPages({ academyName: name });
  await buildProject(context, { name, background_image: '/images/"><b>.svg' });
  const fresh = await buildApp(context, { pages: build });
  onTestFinished(() => fresh.close());
  const { body } = await fresh.inject({ url: '/' });
  expect(body).not.toContain('<img');
  expect(body).toContain(
    '<h3>&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Sons&quot; $&amp; &lt;/script&gt;</h3>',
  );
  expect(body).toContain('<i>/images/&quot;&gt;&lt;b&gt;.svg</i>');
  expect(initialDataOf(body)).toMatchObject({ academy: { name }, catalogue: [{ name }] });
  expect(initialDataOf((await server.inject({ url: '/terms' })).body).catalogue).toEqual([]);
});

test("the operator's words take the place of the portal's own, and nothing in them is taken for a placeholder", async () => {
  const { server: plain, context } = await withPages({ academyName: 'A & B' });
  expect((await plain.inject({ url: '/terms' })).body).toContain(
    '<article id="text" class="x">Own</article>',
  );
  const folder = context.settings.dataDir;
  await mkdir(folder, { recursive: true });
  await writeFile(
    path.join(folder, 'terms.md'),
    `# Rules of {{academy}}\n\n\`${placeholders.initialData}\` <script>harm()</script>`,
  );
  const server = await buildApp(context, { pages: build });
  onTestFinished(() => server.close());
  const answer = await server.inject({ url: '/terms' });
  expect(answer.body).toContain(
    `<article id="text" class="x"><h1>Rules of A &amp; B</h1>\n<p><code>${placeholders.initialData}</code> &lt;script&gt;harm()&lt;/script&gt;</p>\n</article>`,
  );
  expect(initialDataOf(answer.body).academy.name).toBe('A & B');
  expect(answer.headers['content-security-policy']).toBe(
    (await plain.inject({ url: '/terms' })).headers['content-security-policy'],
  );
  expect((await server.inject({ url: '/privacy' })).body).toContain('Own');
});

test('a changed file of the operator shows within seconds, without a restart', async () => {
  const { server, context } = await withPages();
  const folder = context.settings.dataDir;
  const body = async () => (await server.inject({ url: '/privacy' })).body;
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, 'privacy.md');
  await writeFile(file, 'First words');
  await expect.poll(body, { timeout: 8_000 }).toContain('<p>First words</p>');
  await writeFile(file, 'Other, longer words');
  await expect.poll(body, { timeout: 8_000 }).toContain('<p>Other, longer words</p>');
  await rm(file);
  await expect.poll(body, { timeout: 8_000 }).toContain('Own');
});

test('Home shows no project while the catalogue is empty', async () => {
  const { server } = await withPages();
  expect((await server.inject({ url: '/' })).body).toContain('<ul></ul>');
});

test('addresses are known in any case, and unknown ones get the not-found screen', async () => {
  const { server } = await withPages();
  expect((await server.inject({ url: '/Signup' })).body).toContain('/signup ICTAK');
  expect((await server.inject({ url: '/login/' })).statusCode).toBe(200);
  const other = await server.inject({ url: '/projectdashboard1?p=1' });
  expect([other.statusCode, other.headers.location]).toEqual([308, '/ProjectDashboard1?p=1']);
  for (const url of ['/nothing/here', '/projectDetails', '/discussion', '/login/more']) {
    const { statusCode, headers, body } = await server.inject({ url });
    expect([statusCode, headers['content-type']], url).toEqual([404, 'text/html; charset=utf-8']);
    expect(body, url).toContain(notFoundPath);
  }
  for (const url of ['/api/nothing', '/assets/nothing.js']) {
    const answer = await server.inject({ url });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
  }
});

test('whoever is signed out goes to the login and comes back', async () => {
  const { server } = await withPages();
  const answer = await server.inject({ url: '/projectDetails/P001?tab=2' });
  expect([answer.statusCode, answer.headers.location]).toEqual([
    302,
    '/login?next=%2FprojectDetails%2FP001%3Ftab%3D2',
  ]);
});

test('a signed-in screen brings session and first answers of its reader, and is kept nowhere', async () => {
  const { server, context } = await withPages();
  const student = await buildStudent(context, { name: '</script><b>Asha' });
  const token = await cookieOf(context, student.id);
  const answer = await server.inject({ url: '/StudentDashboard', headers: { cookie: token } });
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
  expect(answer.body).toContain('<title>Student Dashboard · Capstone</title>');
  expect(answer.body).toContain('data-modules="/assets/student-dashboard.js /assets/shell.js"');
  expect(answer.body).not.toContain('<b>Asha');
  const initialData = initialDataOf(answer.body);
  expect(initialData.session.student).toMatchObject({ s_id: student.email, s_name: '</script><b>Asha' });
  const course = `/api/students/studentCourse/${encodeURIComponent(student.email)}`;
  expect(initialData.answers[course]).toMatchObject({ status: 200, body: { s_id: student.email } });
});

test('a signed-in screen is rendered on the server for its reader, or sent as a skeleton where that fails', async () => {
  const { server, context } = await withPages();
  const student = await buildStudent(context, { name: 'Asha' });
  const cookie = await cookieOf(context, student.id);
  const view = async () => {
    const { statusCode, body } = await server.inject({ url: '/viva?from=mail', headers: { cookie } });
    expect(statusCode).toBe(200);
    return /<div id="server-rendered">(.*?)<\/div>/.exec(body)?.[1];
  };
  onTestFinished(() => {
    rendering = async () => null;
  });
  expect(await view()).toBe('skeleton ICTAK');
  rendering = async ({ url, route, student: { s_name }, answers }) =>
    `${url} ${route} ${s_name} ${Object.keys(answers).length}`;
  expect(await view()).toBe('/viva?from=mail viva Asha 2');
  rendering = () => Promise.reject(new Error('It cannot be rendered'));
  expect(await view()).toBe('skeleton ICTAK');
});

test('whoever is signed in is led on from the login, but only to addresses of ours', async () => {
  const { server, context } = await withPages();
  const { id } = await buildStudent(context);
  const cookie = await cookieOf(context, id);
  const to = async (url: string) => (await server.inject({ url, headers: { cookie } })).headers.location;
  expect(await to('/login')).toBe('/StudentDashboard');
  expect(await to('/login?next=%2Fviva')).toBe('/viva');
  expect(await to('/login?next=%2F%2Fevil.test')).toBe('/StudentDashboard');
  expect(await to('/login?next=%2F%5Cevil.test')).toBe('/StudentDashboard');
});

test('a form that was sent before the page ran comes back without what was typed', async () => {
  const { server } = await withPages();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await server.inject({
    method: 'POST',
    url: '/login',
    headers,
    payload: 'email=a&password=b',
  });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/login']);
  const call = await server.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers,
    payload: 'email=a&password=b',
  });
  expect(call.statusCode).toBe(415);
});

test('files with their content in their name are kept for good', async () => {
  const { server } = await withPages();
  const { headers, body } = await server.inject({ url: '/assets/a-1.js' });
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(body).toBe('let a;');
});
