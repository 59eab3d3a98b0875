import { expect, test } from 'vitest';
import { tasks } from '#contract/dates';
import type { PageRequest } from '#contract/page-rendering';
import type { EndpointName } from '#contract/wire/endpoints';
import { shownReads, shownScreen } from '#server/frame/see-as/shown';
import { makeFixture, type Fixture } from '#support/access-table';
import { attach } from '#support/attachments';
import { buildPrivateQuestion } from '#support/factories';
import { ownWords, plantStaffWords, staffWords } from '#support/staff-words';
import { webBuild } from '#support/web-build';
import { accountOf } from './walk-as-others.ts';

// What would be gained: to read, as a student, what staff may not; to act as the student, or leave a trace of having been there;
// to keep something of it on the device.

const accept = { accept: 'text/html' };
const classmatesWords = /canary-mate-5c1e/;
const answersWords = /canary-answer-9d44/;

const prefixOf = ({ emails }: Fixture) => `/staff/students/${encodeURIComponent(emails.student)}/as`;

/** The student's screens, with tabs, filters and single things in them. */
function screensOf({ batch, project, question, submission, privateQuestion }: Fixture): string[] {
  const forum = `/discussion/${encodeURIComponent(batch)}`;
  return [
    '/StudentDashboard',
    `/projectDetails/${project}`,
    `/projectOverview/${project}`,
    '/ProjectDashboard1',
    ...['overview', 'references', 'weekly', 'forum', 'grades'].map((tab) => `/ProjectDashboard1?tab=${tab}`),
    ...tasks.map((task) => `/ProjectDashboard1?tab=grades&task=${task}`),
    '/references',
    '/WeeklySubmission',
    ...[1, 2, 3, 4].map((week) => `/WeeklySubmission?week=${week}`),
    `/WeeklySubmission?receipt=${submission}`,
    '/FinalProjectSubmission',
    '/viva',
    ...tasks.map((task) => `/extension?task=${task}`),
    '/result',
    forum,
    `${forum}?filter=mine`,
    `${forum}?q=why`,
    `${forum}/${question}`,
    `${forum}?edit=${question}`,
    `${forum}/mentors`,
    `${forum}/mentors?question=${privateQuestion.id}`,
  ];
}

/** Every row of every table, but of those that each request of the viewer writes. */
async function everything({ app }: Fixture): Promise<Record<string, string[]>> {
  const { reader } = app.context.database;
  const tables = (await reader.introspection.getTables())
    .map(({ name }) => name)
    .filter(
      (name) =>
        !/^(?:audit_log|sessions|presences|journal.*|sqlite_.*)$/.test(name) &&
        !/_fts|_data|_idx|_docsize|_config|_content/.test(name),
    );
  const found: Record<string, string[]> = {};
  for (const table of tables) {
    const rows = await reader
      .selectFrom(table as 'accounts')
      .selectAll()
      .execute();
    found[table] = rows.map((row) => JSON.stringify(row)).toSorted();
  }
  return found;
}

const openAll = async (fixture: Fixture, role: 'mentor' | 'administrator') => {
  const prefix = prefixOf(fixture);
  const found = new Map<string, { status: number; body: string; headers: Record<string, unknown> }>();
  for (const screen of screensOf(fixture)) {
    const referer = `http://127.0.0.1:3000${prefix}/StudentDashboard`;
    found.set(screen, await fixture.clients[role].get(prefix + screen, { ...accept, referer }));
  }
  return found;
};

async function plant(fixture: Fixture): Promise<void> {
  await plantStaffWords(fixture);
  const { app, clients, emails, batch } = fixture;
  const mate = await accountOf(fixture, 'classmate');
  const { batch_id } = await app.context.database.reader
    .selectFrom('accounts')
    .where('id', '=', mate.id)
    .select('batch_id')
    .executeTakeFirstOrThrow();
  await buildPrivateQuestion(app.context, { authorId: mate.id, batchId: batch_id as number });
  const asked = await clients.classmate.post(`/api/discussion/private/${emails.classmate}`, {
    text: 'canary-mate-5c1e: I am afraid of the viva',
  });
  expect(asked.status).toBe(201);
  const { body: file } = await attach(clients.student, emails.student, { name: 'own.log', bytes: 'own' });
  const own = await clients.student.post(`/api/discussion/private/${emails.student}`, {
    text: `canary-answer-9d44 ${file.mark}`,
    format: 'markdown',
  });
  expect(own.status).toBe(201);
  // A second tab of the mentor has both.
  const both = JSON.stringify((await clients.mentor.get(`/api/discussion/private/${batch}`)).body);
  expect(both).toMatch(classmatesWords);
  expect(both).toMatch(answersWords);
}

test.each(['mentor', 'administrator'] as const)(
  'a %s sees what the student may read: no unreleased mark, word of staff or private question of a classmate',
  async (role) => {
    const fixture = await makeFixture({ app: { pages: webBuild() } });
    await plant(fixture);
    const before = await everything(fixture);
    const pages = await openAll(fixture, role);
    for (const [screen, { status, body }] of pages) {
      expect(status, screen).toBe(200);
      expect(body, screen).toContain('Read-only.');
      expect(body, screen).not.toMatch(staffWords);
      expect(body, screen).not.toMatch(classmatesWords);
    }
    const all = [...pages.values()].map(({ body }) => body).join('\n');
    expect(all, 'what the student may read').toMatch(ownWords);
    expect(all, 'the own private question').toMatch(answersWords);
    expect(await everything(fixture), 'nothing is written').toEqual(before);
  },
);

test('who asked privately in a former batch is not read by a mentor of the next one', async () => {
  const fixture = await makeFixture({ app: { pages: webBuild() } });
  await plant(fixture);
  const { app, clients, emails } = fixture;
  const { batch_id } = await app.context.database.reader
    .selectFrom('accounts')
    .where('email', '=', emails.outsider)
    .select('batch_id')
    .executeTakeFirstOrThrow();
  await app.context.database.transaction((writer) =>
    writer.updateTable('accounts').set({ batch_id }).where('email', '=', emails.student).execute(),
  );
  const forum = '/discussion/THEIRS%202026';
  for (const screen of [...screensOf(fixture), forum, `${forum}/mentors`, `${forum}?q=canary`]) {
    const { body } = await clients.foreignMentor.get(prefixOf(fixture) + screen, accept);
    for (const words of [answersWords, classmatesWords, staffWords]) expect(body, screen).not.toMatch(words);
  }
});

test('a page runs, sends and keeps nothing, and its links stay below the address', async () => {
  const fixture = await makeFixture({ app: { pages: webBuild() } });
  await plant(fixture);
  const prefix = prefixOf(fixture);
  const back = `/staff/students/${encodeURIComponent(fixture.emails.student)}`;
  const elsewhere =
    /^(?:https?:|mailto:|#|\/api\/(?:files|receipts|discussion\/attachments)\/|\/(?:documents|images)\/)/;
  for (const [screen, { headers, body }] of await openAll(fixture, 'mentor')) {
    expect(body, screen).not.toMatch(
      /<(?:script|form|button)\b|<input[^>]*type="(?:hidden|submit)"|modulepreload|rel="manifest"/i,
    );
    for (const [field] of body.matchAll(/<(?:input|select|textarea)\b[^>]*>/g))
      expect(field, screen).toContain(' disabled=""');
    for (const [, href = ''] of body.matchAll(/<a href="([^"]*)"/g))
      expect(
        href.startsWith(`${prefix}/`) || href === back || elsewhere.test(href),
        `${href} of ${screen}`,
      ).toBe(true);
    expect(body, screen).toContain(`<a href="${back}">`);
    expect(body, screen).not.toMatch(
      /href="[^"]*(?:\/account|\/notices|\/consent|record\/|calendar|logout|certificate-name)/i,
    );
    expect(headers['cache-control'], screen).toBe('no-store');
    expect(headers['set-cookie'], screen).toBeUndefined();
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^sandbox allow-same-origin allow-downloads allow-popups /);
    expect(policy).not.toMatch(/allow-(?:scripts|forms)|script-src|connect-src|worker-src/);
    for (const part of ["default-src 'none'", "form-action 'none'"]) expect(policy).toContain(part);
  }
});

test('what these screens read is listed, but for what is the student’s alone', async () => {
  const made = new Set<EndpointName>();
  const loadRenderer = async () => {
    const { render, renderShell } = await webBuild().loadRenderer();
    const noting = (page: PageRequest, maxBytes: number) => {
      const call: PageRequest['call'] = (name, input) => {
        made.add(name);
        return page.call(name, input);
      };
      return render({ ...page, call }, maxBytes);
    };
    return { render: noting, renderShell };
  };
  const fixture = await makeFixture({ app: { pages: { ...webBuild(), loadRenderer } } });
  await plant(fixture);
  for (const screen of screensOf(fixture)) await fixture.clients.student.get(screen, accept);
  const listed: EndpointName[] = [...shownReads, 'listNotices'];
  expect(made.size).toBeGreaterThan(10);
  expect([...made].filter((name) => !listed.includes(name))).toEqual([]);
});

const linksIn = (html: string): string[] =>
  Array.from(html.matchAll(/<a\b[^>]*\shref="([^"]*)"/g), ([, href = '']) => href.replaceAll('&amp;', '&'));

test('each link of the student to such a screen or file leads there, below the address', async () => {
  const fixture = await makeFixture({ app: { pages: webBuild() } });
  await plant(fixture);
  const prefix = prefixOf(fixture);
  // The dashboard has new notices, which are the student's alone.
  await fixture.app.context.database.transaction((writer) =>
    writer.updateTable('accounts').set({ unread_notices: 0 }).execute(),
  );
  let count = 0;
  for (const [screen, { body }] of await openAll(fixture, 'mentor')) {
    const links = linksIn(body);
    const own = await fixture.clients.student.get(screen, accept);
    for (const href of linksIn(String(own.body))) {
      const { pathname, search, hash } = new URL(href, `http://portal.test${screen}`);
      const isShown = shownScreen(pathname) !== null && !href.startsWith('#') && !href.includes('://');
      if (!isShown) continue;
      expect(links, `${href} of ${screen}`).toContain(prefix + pathname + search + hash);
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(200);
});

test('a redirect stays below the address, and a file of such a page is not stored', async () => {
  const fixture = await makeFixture({ app: { pages: webBuild() } });
  const { clients, attachment } = fixture;
  const prefix = prefixOf(fixture);
  const next = await clients.mentor.get(`${prefix}/WeeklySubmission?next=open`, accept);
  expect([next.status, next.headers['location']]).toEqual([302, expect.stringContaining(`${prefix}/`)]);
  const url = `/api/discussion/attachments/${attachment}`;
  const from = (referer: string) => clients.mentor.get(url, { referer: `http://127.0.0.1:3000${referer}` });
  expect((await from(`${prefix}/viva`)).headers['cache-control']).toBe('private, no-store');
  expect((await from('/staff')).headers['cache-control']).toBe('private, no-cache');
});
