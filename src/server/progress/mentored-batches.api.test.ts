import { expect, test } from 'vitest';
import {
  buildBatch,
  buildMark,
  buildMentor,
  buildPrivateQuestion,
  buildSubmission,
} from '#support/factories';
import { makePortalFixture } from '#support/portal-fixture';
import { readAuditLog } from '#support/read-audit-log';

async function makeMentors() {
  const fixture = await makePortalFixture({});
  const { app, batch, people } = fixture;
  const colleague = await buildMentor(app.context, [batch.id]);
  const url = `/api/staff/members/${people.mentor.email}/batches`;
  const { administrator } = fixture.clients;
  return {
    ...fixture,
    colleague,
    asColleague: await app.as(colleague),
    list: async () => (await administrator.get(url)).body,
    takeOff: (began?: object, key = 'k', name = batch.name) =>
      administrator.delete(`${url}/${encodeURIComponent(name)}`, { 'idempotency-key': key }, { began }),
    noticesOf: (id: number) =>
      app.context.database.reader
        .selectFrom('notices')
        .where('account_id', '=', id)
        .orderBy('id')
        .select(['kind', 'text'])
        .execute(),
  };
}

test('a mentor is taken off a batch after the office has seen what is open there, and put on another', async () => {
  const fixture = await makeMentors();
  const { app, batch, people, clients, colleague, asColleague, list, takeOff } = fixture;
  const { mentor, administrator } = clients;
  const planned = { text: 'Viva', publish_at: '2026-12-10T09:00', until: '2026-12-15' };
  expect((await mentor.post('/api/staff/batches/OURS/planned-announcements', planned)).status).toBe(201);
  const { id: submission_id } = await buildSubmission(app.context, {
    account_id: people.student.id,
    task: 'week-2',
  });
  await buildMark(app.context, { submission_id, released: 0, marked_by: people.mentor.id });
  const { id } = await buildPrivateQuestion(app.context, { authorId: people.student.id, batchId: batch.id });
  await mentor.put(`/api/discussion/private/OURS/${id}`, { act: 'take' });
  const open = { questions: 1, announcements: 1, marks: 1 };
  const [shown] = await list();
  expect(await list()).toEqual([{ batch: 'OURS', others: 1, students: 0, ...open }]);

  // Something else is open now.
  const { questions, announcements, marks } = shown;
  const older = { questions: 0, announcements, marks };
  expect(await takeOff(older, 'older')).toMatchObject({ status: 409, body: { current: { questions: 1 } } });
  expect((await mentor.get('/api/staff/batches/OURS/planned-announcements')).status).toBe(200);
  expect((await takeOff({ questions, announcements, marks })).status).toBe(204);
  expect((await mentor.get('/api/staff/batches/OURS/planned-announcements')).status).toBe(403);
  expect(await list()).toEqual([]);

  // The question waits for the colleague, who is told; the announcement stays planned.
  const listed = (await asColleague.get('/api/discussion/private/OURS')).body.questions;
  expect(listed).toMatchObject([{ _id: id, taken_by: null }]);
  expect((await asColleague.get('/api/staff/batches/OURS/planned-announcements')).body).toHaveLength(1);
  expect(await fixture.noticesOf(colleague.id)).toContainEqual(
    expect.objectContaining({ text: 'A private question in OURS waits for a mentor again' }),
  );
  const lines = (await readAuditLog(app)).filter(({ act }) => act === 'take-off-batch');
  expect(lines).toMatchObject([{ subject: people.mentor.email }]);

  // Again: the first answer, and nothing else happens.
  expect((await takeOff({ questions, announcements, marks })).status).toBe(204);
  expect((await takeOff({}, 'another')).status).toBe(204);
  expect((await readAuditLog(app)).filter(({ act }) => act === 'take-off-batch')).toHaveLength(1);
  const other = await buildBatch(app.context, { name: 'NEXT' });
  const body = { role: 'mentor', batches: [other.name] };
  expect((await administrator.put(`/api/staff/members/${people.mentor.email}`, body)).status).toBe(200);
  expect(await list()).toMatchObject([{ batch: 'NEXT', others: 0, questions: 0 }]);
});

test('only the office takes a mentor off, an unknown batch or a student is not found', async () => {
  const { people, clients, takeOff } = await makeMentors();
  const url = `/api/staff/members/${people.mentor.email}/batches`;
  expect((await clients.mentor.get(url)).status).toBe(403);
  expect((await clients.mentor.delete(`${url}/OURS`)).status).toBe(403);
  expect((await takeOff({}, 'k', 'NOWHERE')).status).toBe(404);
  const ofStudent = `/api/staff/members/${people.student.email}/batches`;
  expect((await clients.administrator.get(ofStudent)).status).toBe(404);
});
