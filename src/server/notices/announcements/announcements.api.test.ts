import { expect, test } from 'vitest';
import { dayMs } from '#contract/durations';
import { writeProfile } from '#server/accounts/imported-profiles';
import type { Database } from '#server/platform/database/database';
import { engineName } from '#support/empty-database';
import { buildBatch, buildMentor, buildStudent } from '#support/factories';
import { readAuditLog } from '#support/read-audit-log';
import { runDue } from '#support/run-due';
import { makeTestApp } from '#support/test-app';
import { untilBlocked } from '#support/until-blocked';
import { publishPlannedJob } from './planned-announcements.ts';
import { dueMailQueue } from '../mails/due-mail-queue.ts';
import { lockDueNotices, settleMails } from '../queries.ts';

async function makeClass() {
  const app = await makeTestApp();
  const { context } = app;
  const batch = await buildBatch(context, { name: 'OURS' });
  const [asha, ravi] = [
    await buildStudent(context, { batch_id: batch.id }),
    await buildStudent(context, { batch_id: batch.id }),
  ];
  const mentor = await buildMentor(context, [batch.id], { name: 'Anjali Menon' });
  const asMentor = await app.as(mentor);
  const asAsha = await app.as(asha);
  const pinned = async () => (await asAsha.get(`/api/students/announcements/${asha.email}`)).body;
  const publish = (body: object, key?: string) =>
    asMentor.post('/api/staff/batches/OURS/announcements', body, key ? { 'idempotency-key': key } : {});
  const sent = async () => (await asMentor.get('/api/staff/batches/OURS/announcements')).body;
  const userOf = async (client = asAsha) => (await client.get('/api/auth/session')).body.student;
  return { app, context, asha, ravi, mentor, asMentor, asAsha, pinned, publish, sent, userOf };
}
// It is 14:30 on 21 November 2026 in the academy's zone.
const text = 'The viva is on Friday.\n\nBring your laptop.';

test('an announcement is pinned for the batch until the end of its day, told and mailed once', async () => {
  const { app, context, asha, ravi, pinned, publish, userOf, asAsha } = await makeClass();
  const elsewhere = await buildStudent(context);
  expect((await userOf()).announced).toBe(false);
  const { status, body } = await publish({ text, until: '2026-11-22' });
  expect([status, body]).toEqual([
    201,
    {
      id: expect.any(String),
      text,
      author: 'Anjali Menon',
      created_at: '2026-11-21T09:00:00.000Z',
      pinned_until: '2026-11-22T18:29:59.999Z',
      seen_by: 0,
      told: 2,
    },
  ]);
  expect(await userOf()).toMatchObject({ announced: true, unread_notices: 1 });
  expect(await pinned()).toMatchObject([{ text, author: 'Anjali Menon', is_seen: false }]);
  expect((await asAsha.get('/api/notices')).body.notices).toMatchObject([
    { kind: 'announcement', text: 'Anjali Menon announces: The viva is on Friday.' },
  ]);
  const other = await app.as(elsewhere);
  expect((await other.get(`/api/students/announcements/${elsewhere.email}`)).body).toEqual([]);

  await runDue(dueMailQueue(context));
  const mails = await context.database.reader.selectFrom('outbox').select(['recipient', 'text']).execute();
  expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual([asha.email, ravi.email].toSorted());
  expect(mails[0]?.text).toContain('\nAnjali Menon announces:\n');
  expect(mails[0]?.text).toContain('> The viva is on Friday.\n> \n> Bring your laptop.');

  app.clock.set('2026-11-22T18:29:59.999Z');
  expect(await pinned()).toEqual([]);
});

test('whoever has it in view is counted once, and has read of it', async () => {
  const { app, asha, ravi, asAsha, publish, sent, pinned, userOf } = await makeClass();
  const { id } = (await publish({ text, until: '2026-11-30' })).body;
  const see = () => asAsha.post(`/api/students/announcements/${asha.email}/${id}/seen`);
  expect(await see()).toMatchObject({ status: 200, body: { unread: 0 } });
  await see();
  expect(await sent()).toMatchObject([{ seen_by: 1, told: 2 }]);
  expect(await pinned()).toMatchObject([{ is_seen: true }]);
  expect((await userOf()).unread_notices).toBe(0);
  expect((await userOf(await app.as(ravi))).unread_notices).toBe(1);
  const outsider = await buildStudent(app.context);
  const foreign = await app.as(outsider);
  expect((await foreign.post(`/api/students/announcements/${outsider.email}/${id}/seen`)).status).toBe(404);
});

test('what is taken back leaves every screen, and is mailed to nobody more', async () => {
  const { app, context, asMentor, publish, pinned, sent, userOf, mentor } = await makeClass();
  const { id } = (await publish({ text, until: '2026-11-30' })).body;
  await publish({ text: 'This one stays', until: '2026-11-25' });
  const withdraw = (key: string) =>
    asMentor.delete(`/api/staff/batches/OURS/announcements/${id}`, { 'idempotency-key': key });
  expect((await withdraw('k')).status).toBe(204);
  expect((await withdraw('k')).status, 'a repetition').toBe(204);
  expect((await withdraw('other')).status, 'gone').toBe(404);
  expect(await pinned()).toMatchObject([{ text: 'This one stays' }]);
  expect(await sent()).toHaveLength(1);
  expect(await userOf()).toMatchObject({ announced: true, unread_notices: 1 });
  await runDue(dueMailQueue(context));
  const mails = await context.database.reader.selectFrom('outbox').select('text').execute();
  expect(mails).toHaveLength(2);
  expect(mails.some((mail) => mail.text.includes('Friday'))).toBe(false);
  expect((await readAuditLog(app)).map(({ act, actor_id }) => [act, actor_id])).toEqual([
    ['publish-announcement', mentor.id],
    ['publish-announcement', mentor.id],
    ['withdraw-announcement', mentor.id],
  ]);
});

test('other words are told once to those who had seen the former ones, and mailed to the rest as they are now', async () => {
  const { app, context, asha, ravi, asAsha, asMentor, publish, pinned, sent, userOf } = await makeClass();
  const { id } = (await publish({ text, until: '2026-11-30' })).body;
  const see = () => asAsha.post(`/api/students/announcements/${asha.email}/${id}/seen`);
  const edit = (body: object, key: string) =>
    asMentor.put(`/api/staff/batches/OURS/announcements/${id}`, body, { 'idempotency-key': key });
  await see();
  const words = { text: 'The viva is on Monday.', until: '2026-11-29' };
  const { status, body } = await edit({ ...words, original: text }, 'k');
  const pinned_until = '2026-11-29T18:29:59.999Z';
  expect([status, body]).toMatchObject([
    200,
    { text: words.text, edited: true, seen_by: 0, told: 2, pinned_until },
  ]);
  expect((await edit({ ...words, original: text }, 'k')).status, 'a repetition').toBe(200);
  const later = await edit({ ...words, text: 'Never.', original: text }, 'other');
  expect([later.status, (await sent())[0].text], 'edited meanwhile').toEqual([409, words.text]);
  expect(await pinned()).toMatchObject([{ text: words.text, edited: true, is_seen: false }]);

  const noticesOf = async (client: typeof asAsha) =>
    (await client.get('/api/notices')).body.notices.map((notice: { text: string }) => notice.text);
  const changed = 'Anjali Menon edited an announcement: The viva is on Monday.';
  const announced = 'Anjali Menon announces: The viva is on Monday.';
  const asRavi = await app.as(ravi);
  expect([await noticesOf(asAsha), await noticesOf(asRavi)]).toEqual([[changed, announced], [announced]]);
  expect((await asAsha.get('/api/notices')).body.notices[0].href).toBe('/discussion/OURS#announcements');
  expect((await userOf()).unread_notices).toBe(1);
  await edit({ ...words, until: '2026-11-30', original: words.text }, 'day');
  expect(await noticesOf(asAsha), 'another last day tells nobody').toHaveLength(2);
  await see();
  await edit({ text: 'It is on Tuesday.', until: '2026-11-30' }, 'again');
  expect((await noticesOf(asAsha)).length, 'seen, and changed again').toBe(3);
  expect(await noticesOf(asRavi)).toEqual(['Anjali Menon announces: It is on Tuesday.']);

  await runDue(dueMailQueue(context));
  const mails = await context.database.reader.selectFrom('outbox').select(['recipient', 'text']).execute();
  const toRavi = mails.filter(({ recipient }) => recipient === ravi.email);
  expect(toRavi).toHaveLength(1);
  expect(toRavi[0]?.text).toContain('> It is on Tuesday.');
  const toAsha = mails.filter(({ recipient }) => recipient === asha.email);
  expect(toAsha.at(-1)?.text).toContain('Anjali Menon edited an announcement:\n');
  expect(await readAuditLog(app)).toContainEqual(expect.objectContaining({ act: 'edit-announcement' }));

  await edit({ text: 'It is on Wednesday.', until: '2026-11-30' }, 'after the mail');
  expect(await noticesOf(asRavi), 'mailed').toEqual([
    'Anjali Menon edited an announcement: It is on Wednesday.',
    'Anjali Menon announces: It is on Wednesday.',
  ]);
  await see();
  const other = await buildBatch(context, { name: 'OTHERS' });
  await context.database.transaction((writer) => writeProfile(writer, asha.id, { batch_id: other.id }));
  const before = await noticesOf(asAsha);
  await edit({ text: 'It is on Thursday.', until: '2026-11-30' }, 'moved');
  expect(await noticesOf(asAsha), 'of another batch now').toHaveLength(before.length);

  await asMentor.delete(`/api/staff/batches/OURS/announcements/${id}`);
  expect([await noticesOf(asAsha), await noticesOf(asRavi)]).toEqual([[], []]);
  expect((await edit({ text: 'Late', until: '2026-11-30' }, 'late')).status).toBe(404);
});

test.runIf(engineName === 'postgres')(
  'an edit tells those whose mails with the former words are being sent',
  async () => {
    const { app, context, ravi, asMentor, publish } = await makeClass();
    const { database, clock } = context;
    const { id } = (await publish({ text, until: '2026-11-30' })).body;
    const asRavi = await app.as(ravi);
    const words = { text: 'It is on Monday.', until: '2026-11-30' };
    const edit = async () => asMentor.put(`/api/staff/batches/OURS/announcements/${id}`, words);
    const editing = await database.transaction(async (writer) => {
      const due = await lockDueNotices(writer, { engine: 'postgres', now: clock.now() + dayMs, limit: 100 });
      const begun = edit();
      await untilBlocked(database.reader);
      await settleMails(
        writer,
        due.map((notice) => notice.id),
      );
      return { begun };
    });
    expect((await editing.begun).status).toBe(200);
    const { notices } = (await asRavi.get('/api/notices')).body;
    expect(notices.map((notice: { text: string }) => notice.text)).toEqual([
      'Anjali Menon edited an announcement: It is on Monday.',
      'Anjali Menon announces: It is on Monday.',
    ]);
  },
);

test('unread notices of an earlier edit have the words of the last one', async () => {
  const { asha, asAsha, asMentor, publish } = await makeClass();
  const { id } = (await publish({ text, until: '2026-11-30' })).body;
  await asAsha.post(`/api/students/announcements/${asha.email}/${id}/seen`);
  for (const words of ['It is on Monday.', 'It is on Tuesday.'])
    await asMentor.put(`/api/staff/batches/OURS/announcements/${id}`, { text: words, until: '2026-11-30' });
  const { notices } = (await asAsha.get('/api/notices')).body;
  expect(notices.map((notice: { text: string }) => notice.text)).toEqual([
    'Anjali Menon edited an announcement: It is on Tuesday.',
    'Anjali Menon announces: It is on Tuesday.',
  ]);
});

test('another day of the event counts as unseen and is told', async () => {
  const { asMentor, publish, pinned, asAsha, asha } = await makeClass();
  const body = { text, until: '2026-12-09' };
  const { id } = (await publish({ ...body, day: '2026-12-05' })).body;
  await asAsha.post(`/api/students/announcements/${asha.email}/${id}/seen`);
  const edit = (day: string | null) =>
    asMentor.put(`/api/staff/batches/OURS/announcements/${id}`, { ...body, day, original: text });
  await edit('2026-12-05');
  expect(await pinned(), 'unchanged').toMatchObject([{ is_seen: true }]);
  expect((await edit('2026-12-07')).status).toBe(200);
  expect(await pinned()).toMatchObject([{ day: '2026-12-07', is_seen: false }]);
  expect((await asAsha.get('/api/notices')).body.notices).toHaveLength(2);
});

test('a planned announcement whose last day passed unpublished is cancelled, and its author told why', async () => {
  const { app, context, asMentor, mentor, pinned } = await makeClass();
  const at = '/api/staff/batches/OURS/planned-announcements';
  await asMentor.post(at, { text, publish_at: '2026-11-22T09:00', until: '2026-11-22' });
  app.clock.set('2026-11-23T09:00:00.000Z');
  await publishPlannedJob.run(context, null, new AbortController().signal);
  expect([await pinned(), (await readAuditLog(app)).at(-1)]).toMatchObject([
    [],
    {
      act: 'cancel-announcement',
      actor_id: null,
      after: { reason: 'Its last day was over before the portal could publish it' },
    },
  ]);
  await publishPlannedJob.run(context, null, new AbortController().signal);
  const told = await context.database.reader
    .selectFrom('notices')
    .where('account_id', '=', mentor.id)
    .select(['text', 'href', 'is_daily', 'mail_due_at'])
    .execute();
  expect(told).toEqual([
    {
      text: `Your announcement to OURS was not published. Its last day was over before the portal could publish it: The viva is on Friday.`,
      href: '/staff/batches/OURS',
      is_daily: 0,
      mail_due_at: app.clock.now(),
    },
  ]);
});

test('a planned announcement is published once at its time, and is nobody’s before', async () => {
  const { app, context, mentor, asMentor, asAsha, pinned, sent, userOf } = await makeClass();
  const at = '/api/staff/batches/OURS/planned-announcements';
  const plan = (body: object, key: string) => asMentor.post(at, body, { 'idempotency-key': key });
  const body = { text, publish_at: '2026-11-22T09:00', until: '2026-11-23' };
  const first = await plan(body, 'k');
  const planned = { text, author: 'Anjali Menon', publish_at: '2026-11-22T03:30:00.000Z' };
  expect([first.status, first.body]).toMatchObject([201, planned]);
  expect((await plan(body, 'k')).body).toEqual(first.body);
  expect((await plan({ ...body, text: 'Other' }, 'k')).status).toBe(409);
  const { id } = (await plan({ ...body, text: 'Never' }, 'never')).body;
  expect((await asMentor.delete(`${at}/${id}`)).status).toBe(204);
  expect((await asMentor.delete(`${at}/${id}`)).status).toBe(404);
  const refused = async (change: object) => (await plan({ ...body, ...change }, 'r')).body.message;
  expect(await refused({ publish_at: '2026-11-21T09:00' })).toBe('Choose a later time for the announcement.');
  expect(await refused({ publish_at: '2026-11-24T09:00' })).toBe(
    'The announcement must be pinned until the day of its publication, or later.',
  );

  const publish = () => publishPlannedJob.run(context, null, new AbortController().signal);
  await publish();
  expect([await pinned(), await sent(), (await userOf()).unread_notices]).toEqual([[], [], 0]);
  expect((await asMentor.get(at)).body).toMatchObject([planned]);
  app.clock.set('2026-11-22T03:30:00.000Z');
  await Promise.all([publish(), publish()]);
  expect(await pinned()).toMatchObject([{ text, created_at: planned.publish_at, is_seen: false }]);
  const again = await app.as(mentor);
  expect([(await again.get(at)).body, (await userOf()).unread_notices]).toEqual([[], 1]);
  expect((await asAsha.get('/api/notices')).body.notices).toHaveLength(1);
  expect((await readAuditLog(app)).map(({ act, actor_id }) => [act, actor_id])).toEqual(
    ['plan', 'plan', 'cancel', 'publish'].map((act) => [`${act}-announcement`, mentor.id]),
  );
});

test('a planned announcement is edited until its time, tells nobody, and is published as it is then', async () => {
  const { app, context, mentor, asMentor, asAsha, pinned } = await makeClass();
  const at = '/api/staff/batches/OURS/planned-announcements';
  const plan = { text, publish_at: '2026-11-22T09:00', until: '2026-11-23', day: '2026-11-27' };
  const { id } = (await asMentor.post(at, plan)).body;
  const edit = (body: object, key = 'e') => asMentor.put(`${at}/${id}`, body, { 'idempotency-key': key });
  const edited = { text: 'It is on Monday.', until: '2026-11-24', original: text };
  expect((await edit({ ...edited, until: '2026-11-21' }, 'early')).body.message).toBe(
    'The announcement must be pinned until the day of its publication, or later.',
  );
  expect([(await edit(edited)).status, (await edit(edited)).status]).toEqual([204, 204]);
  expect((await edit({ ...edited, text: 'Other' })).status).toBe(409);
  const late = await edit({ ...edited, text: 'Other' }, 'late');
  expect([late.status, late.body.message]).toEqual([
    409,
    'Somebody else has edited this announcement. Reload the page to see it.',
  ]);
  const shown = { text: edited.text, pinned_until: '2026-11-24T18:29:59.999Z', day: plan.day };
  expect((await asMentor.get(at)).body).toMatchObject([{ ...shown, publish_at: '2026-11-22T03:30:00.000Z' }]);
  expect((await asAsha.get('/api/notices')).body.notices).toEqual([]);
  const ofOthers = await app.as(
    await buildMentor(context, [(await buildBatch(context, { name: 'ELSE' })).id]),
  );
  expect((await ofOthers.put(`/api/staff/batches/ELSE/planned-announcements/${id}`, edited)).status).toBe(
    404,
  );

  app.clock.set('2026-11-22T03:30:00.000Z');
  await publishPlannedJob.run(context, null, new AbortController().signal);
  expect(await pinned()).toMatchObject([shown]);
  const again = await app.as(mentor);
  expect((await again.put(`${at}/${id}`, { ...edited, original: edited.text })).status).toBe(404);
  expect(await readAuditLog(app)).toContainEqual(
    expect.objectContaining({
      act: 'edit-announcement',
      actor_id: mentor.id,
      before: { text, until: plan.until },
      after: { text: edited.text, until: edited.until },
    }),
  );
});

test('a planned announcement takes another time, and is published then', async () => {
  const { app, context, mentor, asMentor, pinned } = await makeClass();
  const at = '/api/staff/batches/OURS/planned-announcements';
  const words = { text, until: '2026-11-23' };
  const { id } = (await asMentor.post(at, { ...words, publish_at: '2026-11-22T09:00' })).body;
  const edit = (body: object, key: string) =>
    asMentor.put(`${at}/${id}`, { ...words, ...body }, { 'idempotency-key': key });
  const refused = async (publish_at: string) => {
    const { status, body } = await edit({ publish_at }, 'r');
    return [status, body.message];
  };
  expect(await refused('2026-11-21T09:00')).toEqual([400, 'Choose a later time for the announcement.']);
  expect(await refused('2026-11-24T09:00')).toEqual([
    400,
    'The announcement must be pinned until the day of its publication, or later.',
  ]);
  expect(await refused('tomorrow')).toEqual([
    400,
    'publish_at must be a day and a time from 2000 to 2099, YYYY-MM-DDTHH:MM',
  ]);
  const later = { publish_at: '2026-11-22T18:00' };
  expect((await edit({ ...later, original: 'Before' }, 'stale')).status).toBe(409);
  expect((await asMentor.get(at)).body).toMatchObject([{ publish_at: '2026-11-22T03:30:00.000Z' }]);
  expect([(await edit(later, 'e')).status, (await edit(later, 'e')).status]).toEqual([204, 204]);
  expect((await edit({ publish_at: '2026-11-22T19:00' }, 'e')).status).toBe(409);
  expect((await asMentor.get(at)).body).toMatchObject([{ text, publish_at: '2026-11-22T12:30:00.000Z' }]);
  expect((await readAuditLog(app)).at(-1)).toMatchObject({
    act: 'edit-announcement',
    actor_id: mentor.id,
    before: { text, publish_at: '2026-11-22T09:00:00' },
    after: { ...words, ...later },
  });

  const publish = () => publishPlannedJob.run(context, null, new AbortController().signal);
  app.clock.set('2026-11-22T12:29:59.999Z');
  await publish();
  expect(await pinned()).toEqual([]);
  app.clock.set('2026-11-22T12:30:00.000Z');
  await publish();
  expect(await pinned()).toMatchObject([{ text, created_at: '2026-11-22T12:30:00.000Z' }]);
});

test('an edit between the job’s reading and its deleting of the row counts', async () => {
  const { app, context, mentor, asMentor, pinned } = await makeClass();
  const at = '/api/staff/batches/OURS/planned-announcements';
  const plan = { text, publish_at: '2026-11-22T09:00', until: '2026-11-23' };
  const { id } = (await asMentor.post(at, plan)).body;
  async function publishAfterAnEdit(body: object): Promise<void> {
    const again = await app.as(mentor);
    const transaction: Database['transaction'] = async (change) => {
      expect((await again.put(`${at}/${id}`, { ...body, original: text })).status).toBe(204);
      return context.database.transaction(change);
    };
    const database = { ...context.database, transaction };
    await publishPlannedJob.run({ ...context, database }, null, new AbortController().signal);
  }
  app.clock.set('2026-11-22T03:30:00.000Z');
  await publishAfterAnEdit({ ...plan, publish_at: '2026-11-22T18:00' });
  expect(await pinned()).toEqual([]);
  app.clock.set('2026-11-22T12:30:00.000Z');
  const edited = { text: 'It is on Monday.', until: '2026-11-24', day: '2026-11-27' };
  await publishAfterAnEdit(edited);
  expect(await pinned()).toMatchObject([
    { text: edited.text, pinned_until: '2026-11-24T18:29:59.999Z', day: edited.day },
  ]);
});

test('with its key it is announced once; another text under the key is refused', async () => {
  const { publish, sent } = await makeClass();
  const until = '2026-11-30';
  const [first, again] = [await publish({ text, until }, 'k'), await publish({ text, until }, 'k')];
  expect(again.body).toEqual(first.body);
  expect(await sent()).toHaveLength(1);
  expect((await publish({ text: 'Other words', until }, 'k')).status).toBe(409);
});

test('empty words, and a day that is none, over or too far away, are refused with what was wrong', async () => {
  const { publish, sent } = await makeClass();
  const refused = async (body: object) => (await publish(body)).body.message;
  expect(await refused({ text: '  ', until: '2026-11-30' })).toBe('The announcement is empty');
  expect(await refused({ text: 'x'.repeat(2_001), until: '2026-11-30' })).toBe(
    'The announcement can have at most 2,000 characters',
  );
  expect(await refused({ text, until: '30.11.' })).toBe('until must be a day from 2000 to 2099, YYYY-MM-DD');
  expect(await refused({ text, until: '2026-11-20' })).toBe('Choose today (2026-11-21) or a later day.');
  expect(await refused({ text, until: '2027-11-20' })).toBe(
    'An announcement can be pinned for at most 90 days.',
  );
  expect(await sent()).toEqual([]);
});

test('where addresses have to be confirmed, those who have not done so are not told', async () => {
  const app = await makeTestApp({ settings: { requireConfirmedEmail: true } });
  const { context } = app;
  const batch = await buildBatch(context, { name: 'OURS' });
  const unconfirmed = { batch_id: batch.id, confirmed_at: null, must_confirm: 1 as const };
  const student = await buildStudent(context, unconfirmed);
  const asMentor = await app.as(await buildMentor(context, [batch.id]));
  await asMentor.post('/api/staff/batches/OURS/announcements', { text, until: '2026-11-30' });
  const client = await app.as(student);
  expect((await client.get('/api/notices')).body).toEqual({ unread: 0, notices: [] });
  expect((await client.get(`/api/students/announcements/${student.email}`)).status).toBe(403);
});

test('after its day a batch has nothing pinned until the next announcement', async () => {
  const { app, publish, pinned, mentor } = await makeClass();
  await publish({ text, until: '2026-11-21' });
  app.clock.advance(2 * dayMs);
  expect(await pinned()).toEqual([]);
  const again = await app.as(mentor);
  const next = { text: 'New', until: '2026-11-30' };
  expect((await again.post('/api/staff/batches/OURS/announcements', next)).status).toBe(201);
  expect(await pinned()).toMatchObject([{ text: 'New' }]);
});

test('an announcement takes the small Markdown, of which notice and mail have the words alone', async () => {
  const { context, publish, pinned, sent, asAsha } = await makeClass();
  const written = '**Cancelled**: see [the plan](https://example.test/plan) <b>now</b>';
  expect((await publish({ text: written, until: '2026-11-30' })).body.text).toBe(written);
  const html = (await pinned())[0].text_html;
  expect(html).toContain('<strong>Cancelled</strong>');
  expect(html).toContain('href="https://example.test/plan"');
  expect(html).not.toContain('<b>');
  expect((await sent())[0].text_html).toBe(html);
  expect((await asAsha.get('/api/notices')).body.notices[0].text).toBe(
    'Anjali Menon announces: Cancelled: see the plan <b>now</b>',
  );
  await runDue(dueMailQueue(context));
  const [mail] = await context.database.reader.selectFrom('outbox').select('text').execute();
  expect(mail?.text).toContain('> Cancelled: see the plan');
});
