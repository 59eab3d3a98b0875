import { expect, test } from 'vitest';
import { dayMs, hourMs } from '#contract/durations';
import {
  buildBatch,
  buildComments,
  buildMark,
  buildMentor,
  buildQuestion,
  buildSelection,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { makeTestApp } from '#support/test-app';
import { notify } from '../../notices/notify.ts';
import { sendDailyMails } from './daily-mails.ts';

const never = new AbortController().signal;

/** In the academy's zone, Asia/Kolkata, the hour of the daily mail, seven, is 01:30 UTC. */
async function makeMorning(at = '2026-11-22T01:30:00.000Z') {
  const app = await makeTestApp();
  app.clock.set(at);
  const { context, clock } = app;
  const mails = () =>
    context.database.reader
      .selectFrom('outbox')
      .orderBy('id')
      .select(['recipient', 'subject', 'text', 'turn_off_url as turnOffUrl'])
      .execute();
  const run = () => sendDailyMails(context, never);
  const startedFor = async (days: number) => {
    const student = await buildStudent(context);
    await buildSelection(context, { account_id: student.id, started_at: clock.now() - days * dayMs });
    return student;
  };
  return { app, context, clock, mails, run, startedFor };
}

test('what comes up goes out in one mail a day, from its hour on, however many processes try', async () => {
  const { mails, run, startedFor, clock, app } = await makeMorning('2026-11-22T01:29:59.999Z');
  // With week 4 the final project and the viva open.
  const [week3, last, calm] = [await startedFor(20), await startedFor(27), await startedFor(3)];
  await run();
  expect(await mails(), 'before the hour').toEqual([]);
  clock.advance(1);
  await Promise.all([run(), run()]);
  await run();
  const sent = await mails();
  expect(sent.map(({ recipient }) => recipient).toSorted()).toEqual([week3.email, last.email].toSorted());
  const of = ({ email }: { email: string }) => sent.find(({ recipient }) => recipient === email);
  expect(of(week3)?.subject).toBe('Week 3 opens tomorrow, on Mon 23 Nov 2026, 6:59 am IST');
  expect(of(last)?.subject).toBe('3 updates for today');
  expect(of(last)?.text).toContain('- Final project opens tomorrow, on Mon 23 Nov 2026, 6:59 am IST\n');
  expect(of(last)?.text).toContain('/FinalProjectSubmission\n');
  expect((await (await app.as(calm)).get('/api/notices')).body.unread).toBe(0);
  expect((await (await app.as(last)).get('/api/notices')).body.unread).toBe(3);

  clock.advance(dayMs);
  await run();
  expect(await mails(), 'nothing new').toHaveLength(2);
});

test('what was read, turned off or taken to an address that is not confirmed is not mailed', async () => {
  const { context, clock, mails, run, app } = await makeMorning();
  const tell = (accounts: number[], event: string) =>
    context.database.transaction((writer) =>
      notify(writer, {
        kind: 'brief-changed',
        event,
        accounts,
        about: 'task:week-1',
        text: 'The brief of Week 1 has changed',
        href: '/WeeklySubmission?week=1',
        now: clock.now(),
      }),
    );
  const [read, off, unknown, late] = [
    await buildStudent(context),
    await buildStudent(context),
    await buildStudent(context, { confirmed_at: null }),
    await buildStudent(context),
  ];
  await tell([read.id, off.id, unknown.id], '1');
  await (await app.as(read)).post('/api/notices/read', { about: 'task:week-1' });
  await (await app.as(off)).put('/api/account/mails', { mail: 'weeks', is_on: false });
  await run();
  expect(await mails()).toEqual([]);
  await tell([late.id], '2');
  clock.advance(hourMs);
  await run();
  expect(await mails(), 'it waits for the next morning').toEqual([]);
  clock.advance(dayMs);
  await run();
  expect(await mails()).toMatchObject([
    { recipient: late.email, subject: 'The brief of Week 1 has changed' },
  ]);
});

test('a mentor is told once a day what waits and since when, and nothing where nothing waits', async () => {
  const { context, clock, mails, run, app } = await makeMorning();
  const [batch, empty] = [await buildBatch(context, { name: 'OURS' }), await buildBatch(context)];
  const confirmed = { confirmed_at: clock.now() };
  const mentor = await buildMentor(context, [batch.id, empty.id], confirmed);
  await buildMentor(context, [empty.id], confirmed);
  const students = await Promise.all([1, 2, 3].map(() => buildStudent(context, { batch_id: batch.id })));
  for (const [n, { id }] of students.entries())
    await buildSubmission(context, { account_id: id, submitted_at: clock.now() - (5 - n) * dayMs });
  const [{ id: held }] = (await context.database.reader
    .selectFrom('submissions')
    .where('account_id', '=', students[0]?.id ?? 0)
    .select('id')
    .execute()) as [{ id: number }];
  await buildMark(context, { submission_id: held, released: 0 });
  await run();
  await run();
  const sent = await mails();
  expect(sent.map(({ recipient }) => recipient)).toEqual([mentor.email]);
  expect(sent[0]?.text).toContain('OURS: 2 submissions are waiting for a mark, the oldest for 4 days');
  expect(sent[0]?.text).toContain('OURS: 1 mark is not released yet');
  expect(sent[0]?.text).not.toContain(students[0]?.name);

  const token = new URL(sent[0]?.turnOffUrl ?? '').searchParams.get('token');
  expect((await app.nobody.post('/api/notices/mail', { token, is_on: false })).status).toBe(200);
  clock.advance(dayMs);
  await run();
  expect(await mails()).toHaveLength(1);
});

test('the best three questions of the batch’s day come along, without those that the reader asked or muted', async () => {
  const { app, context, clock, mails, run } = await makeMorning();
  const batch = await buildBatch(context, { name: 'OURS' });
  const student = (name: string) => buildStudent(context, { batch_id: batch.id, name });
  const [reader, asker, calm] = [await student('Reader'), await student('Asker'), await student('Calm')];
  const tell = (account: number, event: string) =>
    context.database.transaction((writer) =>
      notify(writer, {
        kind: 'brief-changed',
        event,
        accounts: [account],
        about: 'task:week-1',
        text: 'The brief of Week 1 has changed',
        href: '/WeeklySubmission?week=1',
        now: clock.now(),
      }),
    );
  const ask = async (
    text: string,
    {
      comments = 0,
      favorites = 0,
      views = 0,
      author = asker.id,
      hoursAgo = 2,
      batchId = batch.id,
      anonymous = false,
    } = {},
  ) => {
    const { id } = await buildQuestion(context, {
      batch_id: batchId,
      author_id: author,
      text,
      view_count: views,
      created_at: clock.now() - hoursAgo * hourMs,
      is_anonymous: anonymous ? 1 : 0,
    });
    if (comments > 0) await buildComments(context, comments, { question_id: id, author_id: calm.id });
    for (const account_id of [reader.id, asker.id].slice(0, favorites))
      await context.database.transaction((writer) =>
        writer.insertInto('question_favorites').values({ question_id: id, account_id }).execute(),
      );
    return id;
  };
  await ask('Kept', { favorites: 2 });
  await ask('Seen', { favorites: 1, views: 9 });
  const talked = await ask('Talked of', { comments: 2, anonymous: true });
  await ask('Kept by one', { favorites: 1, views: 8 });
  await ask('Mine', { comments: 9, author: reader.id });
  const muted = await ask('Muted', { comments: 8 });
  await ask('Yesterday', { comments: 7, hoursAgo: 24 });
  await ask('Elsewhere', { comments: 7, batchId: (await buildBatch(context)).id });
  const gone = await ask('Gone', { comments: 6 });
  await (await app.as(asker)).delete(`/api/discussion/discussion/${asker.email}/question/${gone}`);
  await (await app.as(reader)).put(`/api/discussion/discussion/${reader.email}/question/${muted}/mute`);
  await tell(reader.id, '1');
  await run();
  const [mail, ...others] = await mails();
  expect(others, 'nobody gets a mail for them alone').toEqual([]);
  expect([mail?.recipient, mail?.subject]).toEqual([reader.email, 'The brief of Week 1 has changed']);
  expect(mail?.text.match(/^- .*$/gm)).toEqual([
    '- The brief of Week 1 has changed',
    '- Asked in your batch: “Talked of” (2 comments)',
    '- Asked in your batch: “Kept” (not answered yet)',
    '- Asked in your batch: “Seen” (not answered yet)',
  ]);
  expect(mail?.text).toContain(`/discussion/OURS/${talked}`);
  expect(JSON.stringify(mail), 'who asked without a name').not.toContain('Asker');

  await (await app.as(reader)).put('/api/account/mails', { mail: 'forum', is_on: false });
  await tell(reader.id, '2');
  clock.advance(dayMs);
  await ask('Fresh');
  await run();
  expect(await mails()).toHaveLength(2);
  expect((await mails()).at(-1)?.text).not.toContain('Asked in your batch');
});
