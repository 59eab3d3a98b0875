import { expect, test } from 'vitest';
import { buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';
import { webBuild } from '#support/web-build';
import { demoScreens } from '#support/demo-screens';

const withPages = () => makeTestApp({ app: { pages: webBuild() } });

test('addresses are known in any case and with a slash at their end', async () => {
  const { nobody } = await withPages();
  const signup = await nobody.get('/signup');
  for (const url of ['/Signup', '/signup/', '/SIGNUP?from=mail']) {
    expect(await nobody.get(url), url).toMatchObject({ status: 200, body: signup.body });
  }
  const moved: Record<string, string> = {
    '/projectdashboard1?p=1': '/ProjectDashboard1?p=1',
    '/studentdashboard/': '/StudentDashboard',
    '/STAFF/people?q=a?b': '/staff/people?q=a?b',
    '/PROJECTDETAILS/P001': '/projectDetails/P001',
    '/staff/invitations': '/staff/people?stage=invited',
    '/Staff/invitations/?state=not-invited&batch=M+1':
      '/staff/people?stage=imported&invitation=not-invited&batch=M+1',
    '/staff/invitations?state=revoked': '/staff/people?stage=imported&invitation=revoked',
    '/staff/invitations?state=expired&after=a@x.test': '/staff/people?stage=invited&invitation=expired',
    '/staff/invitations?state=never-came': '/staff/people?stage=invited',
    '/staff/invitations?state=used&batch=M': '/staff/people?batch=M',
    '/staff/invitations?state=x%00&state=opened': '/staff/people?stage=invited',
  };
  for (const [url, location] of Object.entries(moved)) {
    expect(await nobody.get(url), url).toMatchObject({ status: 308, headers: { location } });
  }
});

test('an unknown address gets the not-found screen, below /api and /assets an answer for programs', async () => {
  const { nobody } = await withPages();
  const pages: string[] = [];
  for (const url of ['/nothing/here', '/projectDetails', '/discussion', '/login/more', '/not-found']) {
    const { status, headers, body } = await nobody.get(url);
    expect([status, headers['content-type']], url).toEqual([404, 'text/html; charset=utf-8']);
    pages.push(body);
  }
  expect(pages[0]).toContain('There is no page at this address');
  expect(new Set(pages).size).toBe(1);
  for (const url of ['/api/nothing', '/assets/nothing.js']) {
    expect(await nobody.get(url)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  }
  expect(await nobody.post('/nothing', {})).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

test('an address that was cut within a letter, or is too long, gets the not-found screen; a call an answer for programs', async () => {
  const { context, nobody, as } = await withPages();
  const student = await as(await buildStudent(context));
  const unreadable = ['%E0%B4', '%', '%E0%A4%A', 'a%zz', 'x'.repeat(600)];
  for (const client of [nobody, student]) {
    for (const part of unreadable) {
      for (const url of [`/discussion/${part}`, `/projectDetails/${part}?tab=1`, `/staff/students/${part}`]) {
        const { status, headers, body } = await client.get(url);
        expect([status, headers['content-type']], url).toEqual([404, 'text/html; charset=utf-8']);
        expect(headers['content-security-policy'], url).toBeTruthy();
        expect(body).toContain('There is no page at this address');
      }
      const { status, headers } = await client.get(`/api/students/studentCourse/${part}`);
      expect([status >= 400, headers['content-type']], part).toEqual([true, expect.stringMatching(/json/)]);
    }
  }
  expect(await nobody.post('/discussion/%E0%B4', {})).toMatchObject({
    status: 400,
    body: { code: 'bad_request' },
  });
});

test('an unknown address with a line break in it is not found, signed in too', async () => {
  const app = await withPages();
  const student = await app.as(await buildStudent(app.context));
  for (const url of ['/x', '/x%0d', '/x%0Ay', '/%0a', '/x%E2%80%A8', '/x%e2%80%a9y', '/x%09y']) {
    for (const client of [app.nobody, student]) {
      const { status, body } = await client.get(url);
      expect([url, status]).toEqual([url, 404]);
      expect(body).toContain('There is no page at this address');
    }
  }
  // A line break in the query is no matter of the address: the page is rendered for its reader, as any unknown one.
  expect((await student.get('/x?q=%0a')).headers['cache-control']).toBe('no-store');
  expect((await student.get('/x%0a')).headers['cache-control']).not.toBe('no-store');
});

test('whoever is signed out goes to the login and comes back', async () => {
  const { nobody } = await withPages();
  expect(await nobody.get('/projectDetails/P001?tab=2')).toMatchObject({
    status: 302,
    headers: { location: '/login?next=%2FprojectDetails%2FP001%3Ftab%3D2' },
  });
});

test('whoever is signed in is led on from login and signup, but only to addresses of ours', async () => {
  const app = await withPages();
  const student = await app.as(await buildStudent(app.context));
  const to = async (url: string) => (await student.get(url)).headers.location;
  expect(await to('/login')).toBe('/StudentDashboard');
  for (const url of ['/Login/', '/signup', '/Signup/', '/signup?batch=MERN-2026-11'])
    expect(await to(url), url).toBe('/StudentDashboard');
  expect(await to('/login?next=%2Fviva')).toBe('/viva');
  expect(await to('/login?next=%2F%2Fevil.test')).toBe('/StudentDashboard');
  expect(await to('/login?next=%2F%5Cevil.test')).toBe('/StudentDashboard');
  expect(await to('/login?next=%2Fviva&next=%2Faccount')).toBe('/StudentDashboard');
});

test('each screen for somebody who is signed in leads a visitor to the login, and from there back to it', async () => {
  const app = await withPages();
  const student = await app.as(await buildStudent(app.context));
  const addresses = new Set(demoScreens.filter(({ as }) => as !== undefined).map(({ path }) => path));
  expect(addresses.size).toBeGreaterThan(50);
  for (const address of addresses) {
    const login = `/login?next=${encodeURIComponent(address)}`;
    expect((await app.nobody.get(address)).headers.location, address).toBe(login);
    expect((await student.get(login)).headers.location, login).toBe(address);
  }
});

test('a call takes no form, only JSON', async () => {
  const { app } = await withPages();
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'email=a&password=b',
  });
  expect(answer.statusCode).toBe(415);
});

test('files with their content in their name are kept for good, others for an hour', async () => {
  const { app } = await withPages();
  const { files } = webBuild();
  const sheet = [...files.keys()].find((url) => /^\/assets\/.*\.css$/.test(url)) as string;
  const hashed = await app.inject({ url: sheet, headers: { 'accept-encoding': 'br' } });
  expect(hashed.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/css; charset=utf-8',
    'content-encoding': 'br',
  });
  const font = [...files.keys()].find((url) => url.endsWith('.woff2')) as string;
  const { headers } = await app.inject({ url: font, headers: { 'accept-encoding': 'br' } });
  expect(headers['content-type']).toBe('font/woff2');
  expect(headers['content-encoding']).toBeUndefined();
  const robots = await app.inject({ url: '/robots.txt' });
  expect(robots.headers['cache-control']).toBe('public, max-age=3600');
  for (const url of ['/assets/../stamp.txt', '/server/index.js', '/index.js']) {
    expect((await app.inject({ url })).statusCode, url).toBe(404);
  }
});
