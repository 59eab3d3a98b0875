import { expect, test } from 'vitest';
import { buildMentor } from '#support/factories';
import { makePortalFixture } from '#support/portal-fixture';
import { file, week } from '#support/student-fixture';
import { readAuditLog } from '#support/read-audit-log';
import type { Client } from '#support/test-app';
import { notifyDecidersJob } from './review-deciders.ts';

async function makeMarked() {
  const portal = await makePortalFixture({ classmate: {} });
  const { app, batch, clients, people, receipt } = portal;
  const meera = await buildMentor(app.context, [batch.id], { name: 'Meera', email: 'meera@example.test' });
  const { email } = people.student;
  const number = receipt.number;
  return {
    ...portal,
    number,
    meera: await app.as(meera),
    meeraId: meera.id,
    ask: (body: object = {}, headers = {}) =>
      clients.student.post(
        `/api/students/secondLook/${email}`,
        { task: 'week-1', version: 1, reason: ' The tests count, too. ', ...body },
        headers,
      ),
    release: (released = true) =>
      clients.mentor.put(`/api/staff/submissions/${number}/mark`, { marks: 55, comments: 'Short', released }),
    answerUrl: `/api/staff/submissions/${number}/second-look`,
    timeline: async () => (await clients.student.get(`/api/students/timeline/${email}`)).body.tasks,
  };
}

test('a student asks once for each released mark, a mentor answers once, and both stay in the history', async () => {
  const { ask, release, meera, clients, answerUrl, timeline, number, app, people } = await makeMarked();
  expect((await ask()).status, 'without a mark').toBe(404);
  await release(false);
  expect((await ask()).status, 'held back').toBe(404);
  expect((await meera.put(answerUrl, { answer: 'Yes.' })).status, 'nobody has asked').toBe(404);
  await release();
  const key = { 'idempotency-key': 'k1' };
  const asked = await ask({}, key);
  const open = { reason: 'The tests count, too.', answer: null, answered_by: null, answered_at: null };
  expect(asked).toMatchObject({ status: 201, body: { second_look: open } });
  expect((await ask({}, key)).body, 'repeated').toEqual(asked.body);
  expect(await ask()).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect((await timeline())[0].second_look).toMatchObject(open);
  expect((await timeline())[1].second_look).toBeNull();

  const answered = await meera.put(answerUrl, { answer: 'They do. 60 now.' }, key);
  expect(answered).toMatchObject({
    status: 200,
    body: { number, second_look: { answer: 'They do. 60 now.', answered_by: 'Meera' } },
  });
  expect((await meera.put(answerUrl, { answer: 'They do. 60 now.' }, key)).status, 'repeated').toBe(200);
  const told = app.context.database.reader.selectFrom('notices').where('kind', '=', 'second-look');
  expect(await told.select('text').execute(), 'nothing is left to decide').toEqual([]);
  expect(await clients.mentor.put(answerUrl, { answer: 'No.' })).toMatchObject({
    status: 409,
    body: { code: 'conflict', current: { answer: 'They do. 60 now.', answered_by: 'Meera' } },
  });
  expect((await clients.mentor.put(answerUrl, { answer: 'They do. 60 now.' })).status, 'the same').toBe(200);
  expect((await timeline())[0].second_look).toMatchObject({
    answer: 'They do. 60 now.',
    answered_by: 'Meera',
  });
  expect((await ask()).status, 'once more').toBe(409);

  const history = (await meera.get(`/api/staff/submissions/${number}/history`)).body;
  expect(history.history.map(({ after }: { after: { released: boolean } }) => after.released)).toEqual([
    true,
    false,
  ]);
  expect(history.second_look).toMatchObject({ reason: open.reason, answer: 'They do. 60 now.' });
  const versions = (await meera.get(`/api/staff/students/${people.student.email}/submissions`)).body;
  expect(versions[0].second_look).toEqual(history.second_look);
  expect((await readAuditLog(app)).filter(({ act }) => act === 'answer-second-look')).toMatchObject([
    { subject: number, after: { answer: 'They do. 60 now.' } },
  ]);
});

test('others than the marker decide a review, and only the office lowers its mark', async () => {
  const { ask, release, meera, clients, answerUrl, timeline, number, app, people, meeraId } =
    await makeMarked();
  const { context, clock } = app;
  const markUrl = `/api/staff/submissions/${number}/mark`;
  const mark = (client: Client, marks: number, rest = {}) =>
    client.put(markUrl, { marks, comments: 'Short', released: true, ...rest });
  const comment = (client: Client, text: string, rest = {}, headers = {}) =>
    client.put(`${answerUrl}/comment`, { comment: text, ...rest }, headers);
  const look = async (client: Client) =>
    (await client.get(`/api/staff/submissions/${number}`)).body.second_look;
  const told = async () => {
    const rows = await context.database.reader
      .selectFrom('notices')
      .where('kind', '=', 'second-look')
      .orderBy('account_id')
      .select('account_id')
      .execute();
    return rows.map(({ account_id }) => account_id);
  };
  const tellNext = () => notifyDecidersJob.run(context, null, new AbortController().signal);
  const officeId = people.administrator.id;
  await release();
  await ask();
  expect(await told()).toEqual([meeraId]);

  // The marker, in each way.
  const otherDecides =
    'You gave this mark, so another mentor decides its review. You can add a comment to the review.';
  const refused = { status: 403, body: { code: 'forbidden', message: otherDecides } };
  expect(await clients.mentor.put(answerUrl, { answer: 'No.' })).toMatchObject(refused);
  expect(await mark(clients.mentor, 60)).toMatchObject(refused);
  const sheet = (text: string) => ({ task: 'week-1', text: `email,marks\n${people.student.email},${text}` });
  const marks = '/api/staff/batches/OURS/marks';
  const faultOf = async (client: Client, text: string) =>
    (await client.post(`${marks}/check`, sheet(text))).body.rows[0].cells[2].fault;
  expect(await faultOf(clients.mentor, '70')).toBe(otherDecides);
  expect((await clients.mentor.post(marks, sheet('70'))).status).toBe(409);
  expect(await comment(clients.mentor, 'No.', { to_office: true })).toMatchObject(refused);
  expect((await mark(clients.mentor, 55, { comments: 'Shorter' })).status, 'the comment of the mark').toBe(
    200,
  );

  // The marker comments, once a key; the student sees it with the answer.
  const key = { 'idempotency-key': 'c1' };
  const commented = await comment(clients.mentor, ' The tests fail. ', {}, key);
  const comments = [{ text: 'The tests fail.', by: people.mentor.name, to_office: false }];
  expect(commented).toMatchObject({ status: 200, body: { second_look: { comments, decider: 'mentor' } } });
  expect((await comment(clients.mentor, 'The tests fail.', {}, key)).body).toEqual(commented.body);
  expect((await comment(clients.mentor, 'Others.', {}, key)).status).toBe(409);
  expect((await comment(clients.mentor, ' ')).status).toBe(400);
  expect(await look(clients.mentor)).toMatchObject({ decider: 'mentor', comments });
  expect(await look(meera)).toMatchObject({ comments });
  expect(await look(meera)).not.toHaveProperty('decider');
  expect((await timeline())[0].second_look).not.toHaveProperty('comments');

  // Another mentor raises it, and goes no lower than the mark under review.
  const lower =
    'Only the office can lower a mark in a review. Give 55 or more, or pass the review to the office.';
  const tooLow = { status: 403, body: { code: 'forbidden', message: lower } };
  expect(await mark(meera, 54)).toMatchObject(tooLow);
  expect((await mark(meera, 65)).status).toBe(200);
  expect((await mark(meera, 60)).status, 'above the mark under review').toBe(200);
  expect(await mark(meera, 40, { released: false })).toMatchObject(tooLow);
  expect(await faultOf(meera, '40')).toBe(lower);

  // With no other mentor, and once it is passed on, the office decides.
  await context.database.transaction((writer) =>
    writer.updateTable('accounts').set({ suspended_at: clock.now() }).where('id', '=', meeraId).execute(),
  );
  expect(await look(clients.mentor)).toMatchObject({ decider: 'office' });
  await tellNext();
  await tellNext();
  expect(await told(), 'once').toEqual([officeId, meeraId]);
  await context.database.transaction((writer) =>
    writer.updateTable('accounts').set({ suspended_at: null }).where('id', '=', meeraId).execute(),
  );
  expect((await comment(meera, 'It is too much.', { to_office: true })).status).toBe(200);
  const passed = 'This review was passed on, so the office decides it. You can add a comment to the review.';
  expect(await meera.put(answerUrl, { answer: 'No.' })).toMatchObject({
    status: 403,
    body: { message: passed },
  });
  expect(await look(meera)).toMatchObject({ decider: 'office' });
  expect((await mark(clients.administrator, 50)).status).toBe(200);
  const [one, other] = await Promise.all([
    clients.administrator.put(answerUrl, { answer: 'Lower.' }),
    clients.administrator.put(answerUrl, { answer: 'Lowered.' }),
  ]);
  expect([one.status, other.status].toSorted()).toEqual([200, 409]);
  expect((await comment(clients.mentor, 'Late.')).status).toBe(409);
  expect(await mark(meera, 49), 'after the answer').toMatchObject({ status: 403 });
  expect((await mark(clients.mentor, 51)).status, 'after the answer').toBe(200);
  expect((await timeline())[0].second_look).toMatchObject({
    answered_by: people.administrator.name,
    comments: [...comments, { text: 'It is too much.', by: 'Meera', to_office: true }],
  });
  const events = (await readAuditLog(app)).filter(({ act }) => /review|second-look/.test(act));
  expect(events.map(({ act, subject, actor_id }) => [act, subject, actor_id])).toEqual([
    ['comment-on-review', number, people.mentor.id],
    ['pass-review', number, meeraId],
    ['answer-second-look', number, officeId],
  ]);
});

test('an answer changes the mark with it, or neither; only the first answer of two does', async () => {
  const { ask, release, meera, clients, answerUrl, timeline, number, app } = await makeMarked();
  await release();
  await ask();
  const seen = { marks: 55, comments: 'Short', released: true, rubric: null };
  const mark = (marks: number, original: object = seen) => ({ ...seen, marks, original });
  const now = async () => {
    const [{ marks, second_look: look }] = await timeline();
    return [marks, look.answer];
  };

  const outdated = { answer: '70 now.', mark: mark(70, { ...seen, marks: 50 }) };
  expect(await meera.put(answerUrl, outdated)).toMatchObject({
    status: 409,
    body: { current: { marks: 55 } },
  });
  expect((await meera.put(answerUrl, { answer: 'Less.', mark: mark(54) })).status).toBe(403);
  expect(await now(), 'neither').toEqual([55, null]);

  const key = { 'idempotency-key': 'k1' };
  const answer = { answer: '70 now.', mark: mark(70) };
  const answered = await meera.put(answerUrl, answer, key);
  expect(answered).toMatchObject({
    status: 200,
    body: { number, marks: 70, second_look: { answer: '70 now.', answered_by: 'Meera' } },
  });
  expect((await meera.put(answerUrl, answer, key)).body, 'repeated').toEqual(answered.body);
  const lost = { answer: '70 now.', mark: mark(80, { ...seen, marks: 70 }) };
  expect(await clients.administrator.put(answerUrl, lost)).toMatchObject({
    status: 409,
    body: { current: { answer: '70 now.', answered_by: 'Meera' } },
  });
  expect(await now()).toEqual([70, '70 now.']);
  const events = (await readAuditLog(app)).filter(({ act }) => /mark-submission|answer-second/.test(act));
  expect(events.map(({ act }) => act)).toEqual(['mark-submission', 'mark-submission', 'answer-second-look']);
});

test('a request of an earlier version goes by the unchanged mark; the one who can decide alone does', async () => {
  const { ask, release, clients, answerUrl, number, app, people } = await makeMarked();
  const { context, clock } = app;
  await release();
  const { id: submission_id } = await context.database.reader
    .selectFrom('submissions')
    .where('number', '=', number)
    .select('id')
    .executeTakeFirstOrThrow();
  const look = { submission_id, account_id: people.student.id, task: 'week-1', reason: 'Why?' } as const;
  await context.database.transaction(async (writer) => {
    await writer
      .insertInto('second_looks')
      .values({ ...look, asked_at: clock.now() })
      .execute();
    const at = { second_look_at: clock.now() };
    await writer.updateTable('marks').set(at).where('submission_id', '=', submission_id).execute();
  });
  expect((await clients.mentor.put(answerUrl, { answer: 'No.' })).status).toBe(403);

  await clients.student.form(`/api/students/uploadWeek/${people.student.email}`, [week('1'), file('again')]);
  const newest = (await clients.student.get(`/api/students/submissions/${people.student.email}`)).body[0];
  const url = `/api/staff/submissions/${newest.number}`;
  await clients.administrator.put(`${url}/mark`, { marks: 60, comments: '', released: true });
  await context.database.transaction((writer) =>
    writer.updateTable('accounts').set({ suspended_at: clock.now() }).where('role', '=', 'mentor').execute(),
  );
  expect((await ask({ version: 2 })).status).toBe(201);
  const { second_look } = (await clients.administrator.get(url)).body;
  expect(second_look).toMatchObject({ version: 2, answer: null });
  expect(second_look).not.toHaveProperty('decider');
  expect((await clients.administrator.put(`${url}/second-look`, { answer: 'No.' })).status).toBe(200);
  const { body: asked } = await clients.administrator.get(
    '/api/staff/batches/OURS/submissions?state=second-look',
  );
  expect(asked, 'the other request is still open').toMatchObject([
    { number: newest.number, second_look: { version: 1, answer: null } },
  ]);
});

test('a review is asked for by whose mark it is, with words', async () => {
  const { ask, release, clients, people } = await makeMarked();
  await release();
  const url = `/api/students/secondLook/${people.student.email}`;
  const body = { task: 'week-1', version: 1, reason: 'Mine.' };
  expect((await clients.classmate.post(url, body)).status).toBe(403);
  expect(
    (await clients.classmate.post(`/api/students/secondLook/${people.classmate.email}`, body)).status,
  ).toBe(404);
  for (const wrong of [
    { reason: '  ' },
    { reason: 'x'.repeat(5_001) },
    { task: 'week-5' },
    { version: 'one' },
    { version: 1.5 },
    { version: 2 ** 31 },
  ])
    expect((await ask(wrong)).status, JSON.stringify(wrong).slice(0, 40)).toBe(400);
});

test('a batch sets that the comment comes first, and its students are told so', async () => {
  const { clients, people, app } = await makeMarked();
  const set = (comment_first: boolean, headers = {}) =>
    clients.mentor.put('/api/staff/batches/OURS/comment-first', { comment_first }, headers);
  const told = async () =>
    (await clients.student.get(`/api/students/timeline/${people.student.email}`)).body.comment_first;
  expect(await told()).toBe(false);
  const key = { 'idempotency-key': 'k1' };
  expect(await set(true, key)).toMatchObject({ status: 200, body: { name: 'OURS', commentFirst: true } });
  expect(await told()).toBe(true);
  await set(false);
  expect((await set(true, key)).body.commentFirst, 'a repetition after a later change').toBe(false);
  await set(false);
  const events = (await readAuditLog(app)).filter(({ act }) => act === 'set-comment-first');
  expect(events.map(({ subject, after }) => [subject, after])).toEqual([
    ['OURS', { comment_first: true }],
    ['OURS', { comment_first: false }],
  ]);
});
