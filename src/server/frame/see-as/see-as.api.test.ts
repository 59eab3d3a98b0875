import { expect, test } from 'vitest';
import type { CallInput, PageRequest } from '#contract/page-rendering';
import { endpoints, type EndpointName } from '#contract/wire/endpoints';
import { makeFixture, table, type Fixture } from '#support/access-table';
import { readAuditLog } from '#support/read-audit-log';
import { readZip } from '#support/read-zip';
import type { Answer } from '#support/test-app';
import type { PageBuild } from '../page-build.ts';
import { shownReads } from './shown.ts';

/** Pages that show nothing but the answer of the call in their address. */
const pages: PageBuild = {
  files: new Map(),
  publicStyles: '',
  worker: '',
  version: '',
  loadRenderer: async () => {
    const render = async (page: PageRequest) => {
      const asked = new URLSearchParams(page.url.split('?')[1]).get('call');
      const { name, ...input } = JSON.parse(asked ?? '{}') as CallInput & { name?: EndpointName };
      const answer = name === undefined ? page.user : await page.call(name, input);
      return { status: 200, headers: new Headers(), html: Buffer.from(JSON.stringify(answer)) };
    };
    return { render, renderShell: render };
  },
};

const makePortal = () => makeFixture({ app: { pages } });
const at = (s_id: string, screen = '/StudentDashboard') =>
  `/staff/students/${encodeURIComponent(s_id)}/as${screen}`;

/** What a call answers to the page of a mentor who sees it as the student. */
async function callAs(fixture: Fixture, name: EndpointName, input: CallInput) {
  const asked = encodeURIComponent(JSON.stringify({ name, ...input }));
  const { body } = await fixture.clients.mentor.get(at(fixture.emails.student, `/viva?call=${asked}`));
  return JSON.parse(body) as { status: number; body: unknown };
}

const statusOf = ({ status, headers }: Answer) => [status, headers['location'] ?? null];

test('mentors of the batch and the office see it, nobody else', async () => {
  const { clients, emails } = await makePortal();
  const url = at(emails.student);
  expect((await clients.mentor.get(url)).status).toBe(200);
  expect((await clients.administrator.get(url)).status).toBe(200);
  for (const role of ['student', 'classmate', 'outsider', 'foreignMentor'] as const)
    expect((await clients[role].get(url)).status, role).toBe(403);
  expect(statusOf(await clients.nobody.get(url))).toEqual([302, `/login?next=${encodeURIComponent(url)}`]);
  // A mentor may not learn who has an account; and there is nobody to see of staff.
  for (const s_id of ['unknown@example.test', emails.mentor]) {
    expect((await clients.mentor.get(at(s_id))).status, s_id).toBe(403);
    expect((await clients.administrator.get(at(s_id))).status, s_id).toBe(404);
  }
  const home = [302, at(emails.student)];
  for (const end of ['', '/'])
    expect(statusOf(await clients.mentor.get(at(emails.student, end)))).toEqual(home);
});

test('a screen that is the student’s alone, or not there, is 404', async () => {
  const { app, clients, emails } = await makePortal();
  for (const screen of [
    '/account',
    '/consent',
    '/notices',
    '/certificate-name',
    '/staff',
    '/unknown',
    '/discussion/../account',
    '/discussion/%2e%2e/notices',
    `/api/students/timeline/${emails.student}`,
    `/api/students/record/${emails.student}`,
  ])
    expect((await clients.mentor.get(at(emails.student, screen))).status, screen).toBe(404);
  expect(await readAuditLog(app).then((log) => log.filter(({ act }) => act === 'see-as-student'))).toEqual(
    [],
  );
});

test('the student is shown, without what is the student’s alone', async () => {
  const fixture = await makePortal();
  const { app, clients, emails } = fixture;
  await app.context.database.transaction((writer) =>
    writer.updateTable('accounts').set({ unread_notices: 3 }).where('email', '=', emails.student).execute(),
  );
  const user = JSON.parse((await clients.mentor.get(at(emails.student))).body);
  expect(user).toMatchObject({ s_id: emails.student, role: 'student', unread_notices: 0 });
});

test('somebody who has yet to agree to changed terms is shown all the same', async () => {
  const { clients, emails } = await makePortal();
  await clients.administrator.post('/api/staff/consent/ask', { subject: 'terms', version: 1 });
  expect((await clients.student.get('/api/auth/session')).body.student.consent).toBe('asked');
  const { status, body } = await clients.mentor.get(at(emails.student));
  expect(status).toBe(200);
  expect(Object.keys(JSON.parse(body))).not.toEqual(expect.arrayContaining(['consent']));
});

test('a mentor who is taken off the batch, or whose student is moved, sees nothing more', async () => {
  const { app, clients, emails, batch } = await makePortal();
  const url = at(emails.student);
  expect((await clients.mentor.get(url)).status).toBe(200);
  await clients.administrator.delete(`/api/staff/members/${emails.mentor}/batches/${batch}`, {}, {});
  const after = await clients.mentor.get(url);
  expect(after.status, 'taken off').toBe(403);
  const { reader } = app.context.database;
  const foreign = await reader
    .selectFrom('batches')
    .where('name', 'like', 'THEIRS%')
    .select('id')
    .executeTakeFirstOrThrow();
  await app.context.database.transaction((writer) =>
    writer
      .updateTable('accounts')
      .set({ batch_id: foreign.id })
      .where('email', '=', emails.student)
      .execute(),
  );
  expect((await clients.foreignMentor.get(url)).status, 'moved to').toBe(200);
  await app.context.database.transaction((writer) =>
    writer.updateTable('accounts').set({ batch_id: null }).where('email', '=', emails.student).execute(),
  );
  expect((await clients.foreignMentor.get(url)).status, 'without a batch').toBe(403);
  expect((await clients.administrator.get(url)).status, 'without a batch').toBe(200);
});

test.each([
  ['fails', () => Promise.reject(new Error('A part is broken')), 500, null],
  ['takes too long', () => new Promise<never>(() => {}), 503, '2'],
] as const)('a page that %s is no shell, in which scripts would run', async (_, render, status, retry) => {
  const renderShell = async () => ({ status: 200, headers: new Headers(), html: Buffer.from('<script>') });
  const failing = { ...pages, budget: { ms: 100, bytes: 1_000 } };
  let isReady = false;
  const loadRenderer = async () => {
    const { render: renderPublic } = await pages.loadRenderer();
    return {
      render: (page: PageRequest) => (isReady ? render() : renderPublic(page, Infinity)),
      renderShell,
    };
  };
  const { clients, emails } = await makeFixture({ app: { pages: { ...failing, loadRenderer } } });
  isReady = true;
  const answer = await clients.mentor.get(at(emails.student));
  expect([answer.status, answer.headers['retry-after'] ?? null]).toEqual([status, retry]);
  expect(answer.body).not.toMatch(/<script|A part is broken/);
});

test('suspended and anonymised students are refused', async () => {
  const { app, clients, emails } = await makePortal();
  const set = (values: object) =>
    app.context.database.transaction((writer) =>
      writer.updateTable('accounts').set(values).where('email', '=', emails.student).execute(),
    );
  await set({ suspended_at: app.clock.now(), suspension_reason: 'Asked for it' });
  expect((await clients.mentor.get(at(emails.student))).status).toBe(403);
  await set({ suspended_at: null, anonymised_at: app.clock.now() });
  expect((await clients.administrator.get(at(emails.student))).status).toBe(404);
});

test('each opening is in the audit log and in the student’s record; what is opened inside is not', async () => {
  const { app, clients, emails, studentId } = await makePortal();
  const uses = async () => (await readAuditLog(app)).filter(({ act }) => act === 'see-as-student').length;
  const open = (screen: string, from?: string) =>
    clients.mentor.get(
      at(emails.student, screen),
      from === undefined ? {} : { referer: `http://portal.test${from}` },
    );
  await open('/StudentDashboard', `/staff/students/${encodeURIComponent(emails.student)}`);
  const inside = at(emails.student);
  for (const screen of ['/viva', '/references', '/ProjectDashboard1?tab=grades']) await open(screen, inside);
  expect(await uses()).toBe(1);
  await open('/viva');
  expect(await uses(), 'from elsewhere').toBe(2);
  await open('/viva', at(emails.classmate));
  expect(await uses(), 'from a classmate’s').toBe(3);
  app.clock.advance(31 * 60_000);
  await open('/viva', inside);
  expect(await uses(), 'long after').toBe(4);
  // Of somebody who made the way up.
  await clients.administrator.get(inside, { referer: `http://portal.test${inside}` });
  const log = await readAuditLog(app);
  expect(log.at(-1)).toMatchObject({ act: 'see-as-student', subject: emails.student });

  const { rawPayload } = await app.app.inject({
    url: `/api/students/record/${emails.student}`,
    headers: { cookie: await app.cookieOf({ id: Number(studentId) }) },
  });
  const entries = JSON.parse(String(readZip(rawPayload).get('seen-by-staff.json')));
  expect(entries).toHaveLength(5);
  expect(entries[0]).toMatchObject({ at: expect.stringMatching(/Z$/), by: expect.any(String) });
});

test('a read that is not listed, and every change, is refused before it runs', async () => {
  const fixture = await makePortal();
  const { reader } = fixture.app.context.database;
  const before = await reader.selectFrom('notices').selectAll().execute();
  const names = Object.keys(table) as EndpointName[];
  expect(names.length).toBeGreaterThan(200);
  for (const name of names) {
    const { params, query, body } = table[name].call(fixture, 'student');
    const { status } = await callAs(fixture, name, { params, query, body });
    if (shownReads.has(name)) expect(status, name).toBe(200);
    else expect(status, name).toBe(403);
  }
  expect(await reader.selectFrom('notices').selectAll().execute()).toEqual(before);
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
  '%s to such an address, or from such a page, is 403',
  async (method) => {
    const fixture = await makePortal();
    const { clients, emails } = fixture;
    const referer = `http://127.0.0.1:3000${at(emails.student, '/viva')}`;
    for (const name of Object.keys(table) as EndpointName[]) {
      if (endpoints[name].method !== method) continue;
      const { params = {} } = table[name].call(fixture, 'mentor');
      const path = endpoints[name].path.replace(/:(\w+)/g, (_, key: string) =>
        encodeURIComponent(params[key] ?? ''),
      );
      for (const role of ['nobody', 'student', 'mentor', 'administrator'] as const) {
        const below = await clients[role].send({ method, url: at(emails.student, path), payload: {} });
        expect(below.status, `${name} below, by ${role}`).toBe(403);
        const from = await clients[role].send({ method, url: path, payload: {}, headers: { referer } });
        expect(from.status, `${name} from it, by ${role}`).toBe(403);
      }
    }
    for (const screen of ['', '/', '/viva', '/StudentDashboard', '/unknown'])
      expect(
        (await clients.mentor.send({ method, url: at(emails.student, screen), payload: {} })).status,
      ).toBe(403);
    const elsewhere = { referer: 'http://127.0.0.1:3000/staff/students/a@b.example' };
    const read = await clients.student.send({
      method: 'PUT',
      url: `/api/discussion/discussion/${emails.student}/question/${fixture.question}/read`,
      headers: elsewhere,
    });
    expect(read.status, 'from another page').not.toBe(403);
  },
);

test('reading the forum so notes no presence', async () => {
  const fixture = await makePortal();
  const { app, clients, emails, question } = fixture;
  // What the fixture has done is long ago.
  app.clock.advance(300_000);
  const params = { s_id: emails.student };
  const calls = [
    'readDiscussion',
    'findQuestions',
    'countUnread',
    'readPrivate',
    'readNewestAnswers',
  ] as const;
  for (const name of calls) expect((await callAs(fixture, name, { params })).status, name).toBe(200);
  await callAs(fixture, 'readDiscussion', { params, query: { question } });
  await clients.classmate.get(`/api/discussion/discussion/${emails.classmate}`);
  const { reader } = app.context.database;
  await app.app.close();
  const present = await reader
    .selectFrom('presences')
    .innerJoin('accounts', 'accounts.id', 'presences.account_id')
    .where('online_until', '>', app.clock.now())
    .select('email')
    .execute();
  expect(present.map(({ email }) => email)).toEqual([emails.classmate]);
});
