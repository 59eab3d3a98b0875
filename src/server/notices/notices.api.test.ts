import { CompiledQuery } from 'kysely';
import { dayMs } from '#contract/durations';
import { expect, test } from 'vitest';
import { buildStudent } from '#support/factories';
import { engineName } from '#support/empty-database';
import { recordQueries } from '#support/record-queries';
import { runDue } from '#support/run-due';
import { makeTestApp, type Client, type TestApp } from '#support/test-app';
import { dueMailQueue } from './mails/due-mail-queue.ts';
import { listMail } from '../platform/mail/outbox-admin.ts';
import { mailQueue } from '../platform/mail/mail-queue.ts';
import { noticesBefore, unreadBefore } from './queries.ts';
import { notify, withdraw, type Notification } from './notify.ts';
import { noticeLifeMs, removeOldNotices } from './remove-notices.ts';

async function explain({ database }: TestApp['context'], text: string, values: number[]): Promise<string> {
  const plan = await database.reader.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${text}`, values),
  );
  return plan.rows.map(({ detail }) => detail).join('\n');
}

const never = new AbortController().signal;

const answered = { kind: 'answer', text: 'An answer', href: '/discussion/OURS' } as const;

async function makeReader() {
  const app = await makeTestApp();
  const student = await buildStudent(app.context);
  const client = await app.as(student);
  const tell = (event: string, fields: Partial<Notification> = {}) =>
    app.context.database.transaction((writer) =>
      notify(writer, {
        ...answered,
        event,
        about: `question:${event}`,
        accounts: [student.id],
        now: app.clock.now(),
        ...fields,
      }),
    );
  return { ...app, app, student, client, tell };
}

const unreadOf = async (client: Client): Promise<number> =>
  (await client.get('/api/auth/session')).body.student.unread_notices;
const eventsOf = async (client: Client, query = ''): Promise<string[]> =>
  (await client.get(`/api/notices${query}`)).body.notices.map(({ id }: { id: string }) => id);

test('an event is told to each of its readers once, and the session counts what is unread', async () => {
  const { app, client, student, tell } = await makeReader();
  const other = await buildStudent(app.context);
  await tell('1', { accounts: [student.id, other.id, student.id] });
  await tell('1', { accounts: [other.id, student.id] });
  await tell('2');
  expect(await unreadOf(client)).toBe(2);
  expect(await unreadOf(await app.as(other))).toBe(1);
  const { body } = await client.get('/api/notices');
  expect(body).toEqual({
    unread: 2,
    notices: [
      { ...answered, id: expect.any(String), created_at: '2026-11-21T09:00:00.000Z', is_read: false },
      { ...answered, id: expect.any(String), created_at: '2026-11-21T09:00:00.000Z', is_read: false },
    ],
  });
});

test('the list is read by pages, from the newest on', async () => {
  const { client, tell } = await makeReader();
  for (const event of ['1', '2', '3', '4', '5']) await tell(event);
  const all = await eventsOf(client);
  expect(all).toHaveLength(5);
  expect(all.map(Number)).toEqual(all.map(Number).toSorted((a, b) => b - a));
  const first = await eventsOf(client, '?limit=2');
  expect(first).toEqual(all.slice(0, 2));
  expect(await eventsOf(client, `?limit=2&before=${first[1]}`)).toEqual(all.slice(2, 4));
  expect(await client.get('/api/notices?before=x')).toMatchObject({
    status: 400,
    body: { message: 'before must be the id of a notice.' },
  });
});

test('opening the thing reads what is about it; a notice, and all up to one, can be read alone', async () => {
  const { app, client, tell } = await makeReader();
  const other = await buildStudent(app.context);
  for (const event of ['1', '2', '3', '4']) await tell(event, { accounts: [other.id] });
  for (const event of ['1', '2', '3', '4']) await tell(event);
  const [, third, second] = await eventsOf(client);
  const read = async (body: object) => (await client.post('/api/notices/read', body)).body;
  expect(await read({ about: 'question:1' })).toEqual({ unread: 3 });
  expect(await read({ about: 'question:1' })).toEqual({ unread: 3 });
  expect(await read({ id: third })).toEqual({ unread: 2 });
  expect(await eventsOf(client, '?unread=true')).toHaveLength(2);
  expect(await read({ up_to: second })).toEqual({ unread: 1 });
  expect(await unreadOf(client)).toBe(1);
  expect(await unreadOf(await app.as(other)), "somebody else's stay").toBe(4);
  const [foreign] = await eventsOf(await app.as(other));
  expect(await read({ id: foreign })).toEqual({ unread: 1 });
  expect(await unreadOf(await app.as(other))).toBe(4);
  for (const body of [{}, { id: '1', about: 'x' }])
    expect(await client.post('/api/notices/read', body)).toMatchObject({
      status: 400,
      body: { message: 'Please name exactly one of: id, about, up_to' },
    });
});

const sent: string[] = [];
async function deliver({ context }: TestApp): Promise<string[]> {
  sent.length = 0;
  await runDue(dueMailQueue(context));
  await runDue(
    mailQueue(context, async ({ subject, recipient }) => {
      sent.push(`${recipient}: ${subject}`);
      return { kind: 'sent' };
    }),
  );
  return [...sent];
}

test('what is taken back in time leaves the list and the count, and is never mailed', async () => {
  const { app, client, student, tell, clock, context } = await makeReader();
  const takeBack = (event: string) =>
    context.database.transaction((writer) => withdraw(writer, { kind: 'answer', event, now: clock.now() }));
  const tenMinutes = 600_000;
  await tell('1', { dueAt: clock.now() + tenMinutes });
  await tell('2', { dueAt: clock.now() + tenMinutes });
  expect(await unreadOf(client)).toBe(2);
  await takeBack('1');
  expect(await unreadOf(client)).toBe(1);
  clock.advance(tenMinutes - 1);
  expect(await deliver(app)).toEqual([]);
  clock.advance(1);
  expect(await deliver(app)).toEqual([`${student.email}: Your question has been answered`]);
  await takeBack('2');
  expect(await unreadOf(client), 'too late for the mail').toBe(0);
  await takeBack('2');

  // The mail server was away: the mail lies in the outbox, and has not been sent.
  await tell('3');
  await runDue(dueMailQueue(context));
  await takeBack('3');
  expect(await deliver(app)).toEqual([]);
  expect((await listMail(context, 1))[0]).toMatchObject({ lastError: 'Taken back before it was sent' });
  // Long enough for a mail of then to be held.
  clock.advance(7 * dayMs);
  await context.database.transaction((w) =>
    w.updateTable('accounts').set({ email: 'new@example.test' }).where('id', '=', student.id).execute(),
  );
  await tell('3');
  expect(await deliver(app), 'restored').toEqual(['new@example.test: Your question has been answered']);
  await tell('2');
  expect(await deliver(app), 'mailed before').toEqual([]);
});

test('what is about a thing is taken back from some readers', async () => {
  const { app, client, student, tell, clock, context } = await makeReader();
  const other = await buildStudent(app.context);
  await tell('1', { about: 'question:7', accounts: [student.id, other.id] });
  await tell('2', { about: 'question:7' });
  await tell('3', { about: 'question:8' });
  await context.database.transaction((writer) =>
    withdraw(writer, { kind: 'answer', about: 'question:7', accounts: [student.id], now: clock.now() }),
  );
  expect(await unreadOf(client)).toBe(1);
  expect(await unreadOf(await app.as(other))).toBe(1);
});

test('after 90 days a notice goes, read or not', async () => {
  const { tell, clock, context } = await makeReader();
  await tell('1');
  clock.advance(1);
  await tell('2');
  clock.advance(noticeLifeMs - 1);
  await removeOldNotices(context, never);
  const left = await context.database.reader.selectFrom('notices').select('event').execute();
  expect(left).toEqual([{ event: '2' }]);
});

test('the count comes with the session, and a page of the list costs the same whatever lies behind it', async () => {
  const { context, client, student, tell } = await makeReader();
  const { clear, queries } = await recordQueries(context.database);
  const cost = async (url: string) => {
    clear();
    expect((await client.get(url)).status).toBe(200);
    return queries().length;
  };
  const urls = ['/api/auth/session', '/api/notices', '/api/notices?unread=true'];
  const costs = async () => {
    const each = [];
    for (const url of urls) each.push(await cost(url));
    return each;
  };
  expect(await costs()).toEqual([1, 2, 2]);
  await tell('1');
  const rows = Array.from({ length: 1_000 }, (_, n) => ({
    ...answered,
    account_id: student.id,
    event: `more ${n}`,
    about: `question:${n}`,
    created_at: 1,
    is_daily: 0 as const,
  }));
  await context.database.transaction((writer) => writer.insertInto('notices').values(rows).execute());
  expect(await costs()).toEqual([1, 2, 2]);
  expect((await client.get('/api/notices')).body).toMatchObject({ unread: 1_001, notices: { length: 50 } });
  if (engineName === 'sqlite') {
    const p = { accountId: student.id, before: 500, limit: 50 };
    for (const query of [noticesBefore, unreadBefore]) {
      const { sql: text } = query.compile(context.database.reader);
      const plan = await explain(context, text, [p.accountId, p.before, p.limit]);
      expect(plan).toMatch(/SEARCH notices USING INDEX notices_(?:of_account|unread) \(account_id=\? AND/);
      expect(plan).not.toContain('TEMP B-TREE');
    }
  }
});
