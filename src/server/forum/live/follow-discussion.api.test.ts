import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '#support/eventually';
import { buildApp } from '#server/app';
import { buildAdministrator, buildBatch, buildMentor, buildStudent } from '#support/factories';
import { openOther } from '#support/jobs';
import { makeTestApp, type TestApp } from '#support/test-app';
import { eraseAccount } from '../../accounts/account-data.ts';
import { writeStaff } from '../../accounts/invite-staff.ts';
import { writeProfile } from '../../accounts/imported-profiles.ts';
import { flushSessionUses } from '../../accounts/sessions/session-uses.ts';
import { readBatchState } from '../../courses/read-batch-state.ts';
import { writeBatches } from '../../courses/write-batches.ts';
import { endSessionOf, endSessionsOf, idOfSession } from '../../accounts/sessions/sessions.ts';
import { maxChanges } from './changes-since.ts';

const discussions = '/api/discussion/discussion';

type Event = { id: number | null; event: string; data: unknown };

/** Follows a discussion. @returns what was told so far, but for beats, and whether the stream has ended */
async function follow(
  portal: TestApp,
  account: { id: number },
  named: string,
  {
    at = portal.app,
    after,
    lastEventId,
  }: { at?: FastifyInstance; after?: number; lastEventId?: string } = {},
) {
  const response = await at.inject({
    method: 'GET',
    url: `${discussions}/${named}/events${after === undefined ? '' : `?after=${after}`}`,
    headers: {
      cookie: await portal.cookieOf(account),
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
    payloadAsStream: true,
  });
  const stream = response.stream().setEncoding('utf8');
  onTestFinished(() => void stream.destroy());
  const events: Event[] = [];
  const heard = { events, beats: 0, hasEnded: false, response, leave: () => void stream.destroy() };
  let rest = '';
  stream.on('data', (text: string) => {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
      const [id, event] = [field('id'), field('event')];
      if (event === 'beat') heard.beats += 1;
      else if (event !== undefined)
        events.push({
          id: id === undefined ? null : Number(id),
          event,
          data: JSON.parse(field('data') ?? ''),
        });
    }
  });
  stream.on('end', () => (heard.hasEnded = true));
  return heard;
}

async function makeClass() {
  const portal = await makeTestApp();
  const { context } = portal;
  const batch = await buildBatch(context, { name: 'OURS' });
  const other = await buildBatch(context, { name: 'THEIRS' });
  const student = await buildStudent(context, { batch_id: batch.id });
  const classmate = await buildStudent(context, { batch_id: batch.id });
  const stranger = await buildStudent(context, { batch_id: other.id });
  const mentor = await buildMentor(context, [batch.id]);
  const client = await portal.as(classmate);
  const url = `${discussions}/${classmate.email}`;
  const ask = async (question = 'Why?'): Promise<string> =>
    (await client.post(`${url}/question`, { question }, { prefer: 'return=minimal' })).body.questions[0]._id;
  const version = async (): Promise<number> => (await client.get(url)).body.version;
  return { portal, context, batch, other, student, classmate, stranger, mentor, client, url, ask, version };
}

const told = (_id: string, change: string, answers_count = 0) => ({ _id, change, answers_count });

test('whoever follows is told of each change, of nobody else’s batch, and how far the discussion has come', async () => {
  const { portal, student, stranger, mentor, client, url, ask, version } = await makeClass();
  const heard = await follow(portal, student, student.email, { after: 0 });
  const byMentor = await follow(portal, mentor, 'OURS', { after: 0 });
  const elsewhere = await follow(portal, stranger, stranger.email, { after: 0 });
  const untilTold = async (count: number) => {
    await eventually(() => expect(heard.events).toHaveLength(count));
    return heard.events.at(-1);
  };
  const id = await ask();
  expect(await untilTold(1)).toEqual({ id: 1, event: 'question', data: told(id, 'asked') });
  expect(await version()).toBe(1);
  await client.post(`${url}/question/${id}/answer`, { answer: 'So.' });
  expect(await untilTold(2)).toEqual({ id: 2, event: 'question', data: told(id, 'changed', 1) });
  await client.put(`${url}/question/${id}`, { questionText: 'Why not?' });
  expect(await untilTold(3)).toEqual({ id: 3, event: 'question', data: told(id, 'changed', 1) });
  // A view is no change.
  await (await portal.as(student)).post(`${discussions}/${student.email}/question/${id}/view`);
  await client.delete(`${url}/question/${id}`);
  expect(await untilTold(4)).toEqual({ id: 4, event: 'question', data: told(id, 'removed', 1) });
  expect(byMentor.events).toEqual(heard.events);
  expect(elsewhere.events).toEqual([]);
  const { statusCode, headers } = heard.response;
  expect([
    statusCode,
    headers['content-type'],
    headers['x-accel-buffering'],
    headers['cache-control'],
  ]).toEqual([200, 'text/event-stream; charset=utf-8', 'no', 'no-store, no-transform']);
});

test('whoever comes again is told what changed meanwhile, once each, and in its order', async () => {
  const { portal, student, client, url, ask } = await makeClass();
  const before = await ask('Before');
  const heard = await follow(portal, student, student.email, { after: 1 });
  heard.leave();
  const meanwhile = await ask('Meanwhile');
  await client.post(`${url}/question/${meanwhile}/answer`, { answer: 'So.' });
  await client.post(`${url}/question/${before}/answer`, { answer: 'So.' });
  // What the browser has heard goes before what its address says.
  const again = await follow(portal, student, student.email, { after: 0, lastEventId: '1' });
  await eventually(() => expect(again.events).toHaveLength(2));
  expect(again.events).toEqual([
    { id: 3, event: 'question', data: told(meanwhile, 'asked', 1) },
    { id: 4, event: 'question', data: told(before, 'changed', 1) },
  ]);
  expect(heard.events).toEqual([]);
});

test.each([
  ['no version', {}],
  ['a version from after the present one, as of a database that was restored', { after: 99 }],
  ['what is no version', { lastEventId: 'yesterday' }],
])('whoever names %s is told to read again', async (_, from) => {
  const { portal, student, ask } = await makeClass();
  await ask();
  const heard = await follow(portal, student, student.email, from);
  await eventually(() => expect(heard.events).toEqual([{ id: 1, event: 'refresh', data: {} }]));
  const id = await ask();
  await eventually(() =>
    expect(heard.events[1]).toEqual({ id: 2, event: 'question', data: told(id, 'asked') }),
  );
});

test('whoever has missed very much is told to read again', async () => {
  const { portal, context, batch, student, classmate, version } = await makeClass();
  const values = { batch_id: batch.id, author_id: classmate.id, text: 'Why?', created_at: 1 };
  await context.database.transaction(async (writer) => {
    for (let n = 0; n <= maxChanges; n++) await writer.insertInto('questions').values(values).execute();
  });
  expect(await version()).toBe(maxChanges + 1);
  const fromStart = await follow(portal, student, student.email, { after: 0 });
  await eventually(() =>
    expect(fromStart.events).toEqual([{ id: maxChanges + 1, event: 'refresh', data: {} }]),
  );
  const fromNext = await follow(portal, student, student.email, { after: 1 });
  await eventually(() => expect(fromNext.events).toHaveLength(maxChanges));
});

test('what another process does is told as well', async () => {
  const { portal, student, ask } = await makeClass();
  const second = await buildApp(openOther(portal), { pages: null });
  await second.ready();
  onTestFinished(() => second.close());
  const heard = await follow(portal, student, student.email, { at: second, after: 0 });
  // The connection by which processes hear of each other stands a moment later.
  const first = await ask();
  await eventually(() => expect(heard.events).toHaveLength(1));
  const id = await ask();
  await eventually(() => expect(heard.events).toHaveLength(2));
  expect(heard.events.map(({ data }) => data)).toEqual([told(first, 'asked'), told(id, 'asked')]);
});

test('a stream ends with the session, with a change of batch, and with what a mentor may', async () => {
  // Their next beats, at which a stream would end anyway, are later than the test waits.
  vi.spyOn(Math, 'random').mockReturnValue(0.99);
  onTestFinished(() => void vi.restoreAllMocks());
  const { portal, context, batch, other, student, classmate, mentor } = await makeClass();
  const elsewhere = await buildStudent(context, { batch_id: batch.id });
  const byElsewhere = await follow(portal, elsewhere, elsewhere.email);
  const { token_hash } = await context.database.reader
    .selectFrom('sessions')
    .where('account_id', '=', elsewhere.id)
    .select('token_hash')
    .executeTakeFirstOrThrow();
  const [byStudent, byClassmate, byMentor, stays] = [
    await follow(portal, student, student.email),
    await follow(portal, classmate, classmate.email),
    await follow(portal, mentor, 'OURS'),
    await follow(portal, await buildStudent(context, { batch_id: batch.id }), 'OURS').catch(() => null),
  ];
  expect(stays?.response.statusCode).toBe(403);
  await context.database.transaction(async (writer) => {
    await endSessionsOf(writer, student.id);
    await writeProfile(writer, classmate.id, { batch_id: other.id });
    await endSessionsOf(writer, mentor.id);
    await endSessionOf(writer, elsewhere.id, idOfSession(token_hash));
  });
  const all = [byStudent, byClassmate, byMentor, byElsewhere];
  await eventually(() => expect(all.map(({ hasEnded }) => hasEnded)).toEqual([true, true, true, true]));
});

test('a stream that goes on says so, and a review at its session keeps no session alive', async () => {
  const { portal, context, student } = await makeClass();
  const heard = await follow(portal, student, student.email, { after: 0 });
  const usedAt = async () =>
    (
      await context.database.reader
        .selectFrom('sessions')
        .select('used_at')
        .where('account_id', '=', student.id)
        .execute()
    ).map(({ used_at }) => used_at);
  const before = await usedAt();
  portal.clock.advance(10 * 60_000);
  context.events.publish([`account:${student.id}`]);
  await eventually(() => expect(heard.beats).toBe(1));
  await flushSessionUses(context);
  expect(await usedAt()).toEqual(before);
  expect(heard.hasEnded).toBe(false);
});

test('a stream ends with its account, and with a mentor’s place in the batch', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.99);
  onTestFinished(() => void vi.restoreAllMocks());
  const { portal, context, batch, student, mentor } = await makeClass();
  const [byStudent, byMentor] = [
    await follow(portal, student, student.email),
    await follow(portal, mentor, 'OURS'),
  ];
  await context.database.transaction((writer) =>
    eraseAccount(writer, {
      accountId: student.id,
      addresses: [student.email],
      email: 'gone@x.invalid',
      now: 0,
    }),
  );
  await eventually(() => expect([byStudent.hasEnded, byMentor.hasEnded]).toEqual([true, false]));
  const states = [...(await readBatchState(context.database.reader)).values()];
  const before = states.find(({ id }) => id === batch.id);
  if (before === undefined) throw new Error('The batch is there');
  const change = { id: batch.id, before: before.state, after: { ...before.state, mentors: [] } };
  await context.database.transaction((writer) =>
    writeBatches(writer, [change], { at: 0, actorId: null, act: 'import-batch' }),
  );
  await eventually(() => expect(byMentor.hasEnded).toBe(true));
});

test('a stream ends with the role that let an administrator follow', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.99);
  onTestFinished(() => void vi.restoreAllMocks());
  const { portal, context } = await makeClass();
  const [leaving, staying] = [
    await buildAdministrator(context, { password_hash: 'x' }),
    await buildAdministrator(context, { password_hash: 'x' }),
  ];
  const streams = [await follow(portal, leaving, 'OURS'), await follow(portal, staying, 'OURS')];
  const { email, name } = leaving;
  await context.database.transaction((writer) =>
    writeStaff(
      writer,
      context,
      { email, name, role: 'mentor', batches: [] },
      { actorId: staying.id, now: context.clock.now(), wantsLink: false },
    ),
  );
  await eventually(() => expect(streams.map(({ hasEnded }) => hasEnded)).toEqual([true, false]));
});

test('of one account’s streams the oldest ends for a ninth', async () => {
  const { portal, student } = await makeClass();
  const streams: Awaited<ReturnType<typeof follow>>[] = [];
  for (let n = 0; n < 9; n++) streams.push(await follow(portal, student, student.email));
  await eventually(() => expect(streams[0]?.hasEnded).toBe(true));
  expect(streams.filter(({ hasEnded }) => hasEnded)).toHaveLength(1);
});

test('a process that stops ends its streams, and opens none', async () => {
  const { portal, context, student } = await makeClass();
  const heard = await follow(portal, student, student.email);
  context.lifecycle.markStopping();
  await eventually(() => expect(heard.hasEnded).toBe(true));
  const refused = await follow(portal, student, student.email);
  expect([refused.response.statusCode, refused.response.headers['retry-after']]).toEqual([503, '5']);
});

test('a student who waits for placement follows nothing', async () => {
  const { portal, context } = await makeClass();
  const student = await buildStudent(context, { batch_id: null });
  const heard = await follow(portal, student, student.email);
  await eventually(() => expect(heard.hasEnded).toBe(true));
  expect([heard.response.statusCode, heard.events]).toEqual([200, []]);
});

test('a request for the headers alone is answered at once, and follows nothing', async () => {
  const { portal, student } = await makeClass();
  const url = `${discussions}/${student.email}/events`;
  const headers = { cookie: await portal.cookieOf(student) };
  const response = await portal.app.inject({ method: 'HEAD', url, headers });
  expect([response.statusCode, response.headers['content-type'], response.body]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
    '',
  ]);
});

test('of two who come together each is told what they have not seen', async () => {
  const { portal, student, mentor, ask } = await makeClass();
  const [first, second] = [await ask('First'), await ask('Second')];
  const [all, newest] = await Promise.all([
    follow(portal, student, student.email, { after: 0 }),
    follow(portal, mentor, 'OURS', { after: 1 }),
  ]);
  await eventually(() => expect([all.events.length, newest.events.length]).toEqual([2, 1]));
  const told = ({ events }: typeof all) => events.map(({ data }) => (data as { _id: string })._id);
  expect([told(all), told(newest)]).toEqual([[first, second], [second]]);
});
