import { expect, test } from 'vitest';
import { buildMentor } from '#support/factories';
import { makePortalFixture } from '#support/portal-fixture';
import { readAuditLog } from '#support/read-audit-log';

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

test('a second look is asked for by whose mark it is, with words', async () => {
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
  const acts = (await readAuditLog(app)).filter(({ act }) => act === 'set-comment-first');
  expect(acts.map(({ subject, after }) => [subject, after])).toEqual([
    ['OURS', { comment_first: true }],
    ['OURS', { comment_first: false }],
  ]);
});
