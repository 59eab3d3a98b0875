import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '#support/eventually';
import { buildApp } from '#server/app';
import { buildBatch, buildMentor, buildQuestion, buildStudent } from '#support/factories';
import { openOther } from '#support/jobs';
import { makeTestApp, type TestApp } from '#support/test-app';
import { endSessionsOf } from '../../accounts/sessions/sessions.ts';
import { erasePersonalRows } from '../../platform/database/personal-tables.ts';
import { forumPersonal } from '../tables.ts';
import { renewMs, stayMs } from './presences.ts';

const discussions = '/api/discussion/discussion';

/** Opens a stream with a session of its own. @returns what ends both */
async function follow(
  portal: TestApp,
  account: { id: number },
  named: string,
  at: FastifyInstance = portal.app,
): Promise<() => Promise<void>> {
  const cookie = await portal.cookieOf(account);
  const response = await at.inject({
    method: 'GET',
    url: `${discussions}/${named}/events`,
    headers: { cookie },
    payloadAsStream: true,
  });
  expect(response.statusCode).toBe(200);
  const stream = response.stream();
  await once(stream, 'readable');
  stream.resume();
  return async () => {
    await portal.app.inject({ method: 'POST', url: '/api/auth/logout', headers: { cookie } });
    await eventually(() => expect(stream.readableEnded).toBe(true));
  };
}

/** Another process; `kill` keeps it from writing any more. */
async function startOther(portal: TestApp) {
  const context = openOther(portal);
  let isKilled = false;
  const { nonDurableTransaction } = context.database;
  context.database.nonDurableTransaction = (change) =>
    isKilled ? Promise.reject(new Error('killed')) : nonDurableTransaction(change);
  const app = await buildApp(context, { pages: null });
  await app.ready();
  onTestFinished(() => app.close());
  return { app, kill: () => void (isKilled = true) };
}

async function makeForum() {
  const portal = await makeTestApp();
  const { context, clock } = portal;
  const batch = await buildBatch(context, { name: 'OURS' });
  const author = await buildStudent(context, { batch_id: batch.id });
  const reader = await buildStudent(context, { batch_id: batch.id });
  const question = await buildQuestion(context, { batch_id: batch.id, author_id: author.id });
  const client = await portal.as(reader);
  /** As another student sees it, past the cache. */
  const isOnline = async (id = question.id): Promise<boolean> =>
    (await client.get(`${discussions}/${reader.email}?question=${id}`)).body.questions[0].author.online;
  const until = async (account: { id: number } = author): Promise<number | undefined> =>
    (
      await context.database.reader
        .selectFrom('presences')
        .where('account_id', '=', account.id)
        .where('batch_id', '=', batch.id)
        .select('online_until')
        .executeTakeFirst()
    )?.online_until;
  const rows = () => context.database.reader.selectFrom('presences').selectAll().execute();
  const soon = <T>(read: () => Promise<T>, value: T) =>
    eventually(async () => expect(await read()).toBe(value));
  return { portal, context, clock, batch, author, reader, question, isOnline, until, rows, soon };
}

test(
  'an author is online while a stream is open, and for thirty seconds after the last one',
  { tags: 'full' },
  async () => {
    const { portal, clock, author, isOnline, until, soon, rows } = await makeForum();
    expect(await isOnline()).toBe(false);
    const [leave, leaveOther] = [
      await follow(portal, author, author.email),
      await follow(portal, author, author.email),
    ];
    await soon(isOnline, true);
    for (const _ of ['two are open', 'one is']) {
      clock.advance(10 * 60_000);
      await soon(isOnline, true);
      await leave();
    }
    await leaveOther();
    await soon(until, clock.now() + 30_000);
    clock.advance(30_000);
    expect(await isOnline()).toBe(true);
    clock.advance(1_000);
    expect(await isOnline()).toBe(false);
    clock.advance(60_000);
    await soon(async () => (await rows()).length, 0);
  },
);

test('whoever calls without a stream is online for thirty seconds after the last call', async () => {
  const { portal, clock, author, isOnline, until, soon } = await makeForum();
  const client = await portal.as(author);
  const read = async () => {
    await client.get(`${discussions}/${author.email}`);
    const end = clock.now() + 30_000;
    clock.advance(1);
    await soon(until, end);
  };
  await read();
  clock.advance(20_000);
  await read();
  clock.advance(29_999);
  expect(await isOnline()).toBe(true);
  clock.advance(1_000);
  expect(await isOnline()).toBe(false);
  clock.advance(60_000);
  expect(await isOnline()).toBe(false);
  await client.post(`${discussions}/${author.email}/question`, { question: 'Why?' });
  clock.advance(1);
  await soon(isOnline, true);
});

test('who is online in one discussion is not so in another', async () => {
  const { portal, context, batch, isOnline, rows, soon } = await makeForum();
  const other = await buildBatch(context, { name: 'THEIRS' });
  const mentor = await buildMentor(context, [batch.id, other.id]);
  const { id } = await buildQuestion(context, { batch_id: batch.id, author_id: mentor.id });
  await follow(portal, mentor, 'THEIRS');
  await soon(async () => (await rows()).length, 1);
  expect(await isOnline(id)).toBe(false);
  await follow(portal, mentor, 'OURS');
  await soon(() => isOnline(id), true);
});

test(
  'with the session, and with the process, presence ends thirty seconds later',
  { tags: 'full' },
  async () => {
    const { portal, context, clock, author, reader, until, soon } = await makeForum();
    await follow(portal, author, author.email);
    await follow(portal, reader, reader.email);
    const atMost = clock.now() + renewMs + stayMs;
    await soon(until, atMost);
    await context.database.transaction((writer) => endSessionsOf(writer, author.id));
    await soon(until, clock.now() + stayMs);
    expect(await until(reader)).toBe(atMost);
    context.lifecycle.markStopping();
    await soon(() => until(reader), clock.now() + stayMs);
  },
);

test(
  'of two processes each has its own streams; one that was killed leaves nobody online for long',
  { tags: 'full' },
  async () => {
    const { portal, clock, author, isOnline, soon } = await makeForum();
    const second = await startOther(portal);
    const leave = await follow(portal, author, author.email);
    await follow(portal, author, author.email, second.app);
    await soon(isOnline, true);
    await leave();
    clock.advance(10 * 60_000);
    await soon(isOnline, true);
    second.kill();
    clock.advance(stayMs);
    expect(await isOnline()).toBe(true);
    clock.advance(renewMs + 1);
    expect(await isOnline()).toBe(false);
  },
);

test('a person who is anonymised is online nowhere', async () => {
  const { portal, context, author, until, soon } = await makeForum();
  await follow(portal, author, author.email);
  await soon(async () => (await until()) !== undefined, true);
  await context.database.transaction((writer) => erasePersonalRows(writer, forumPersonal, author.id));
  expect(await until()).toBeUndefined();
});
