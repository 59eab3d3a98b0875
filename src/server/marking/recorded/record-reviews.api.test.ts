import { expect, test } from 'vitest';
import {
  buildAdministrator,
  buildBatch,
  buildMentor,
  buildSelection,
  buildStudent,
} from '#support/factories';
import { readAuditLog } from '#support/read-audit-log';
import { dayMs } from '#support/student-fixture';
import { makeTestApp } from '#support/test-app';
import { notifyDecidersJob } from '../reviews/review-deciders.ts';

async function makeRecorded(body: object = { status: 'absent', comments: 'Not seen' }) {
  const app = await makeTestApp();
  const { context, clock } = app;
  const batch = await buildBatch(context);
  const student = await buildStudent(context, { batch_id: batch.id, name: 'Asha' });
  await buildSelection(context, { account_id: student.id, started_at: clock.now() - 40 * dayMs });
  const anjaliAccount = await buildMentor(context, [batch.id], { name: 'Anjali' });
  const meeraAccount = await buildMentor(context, [batch.id], { name: 'Meera', email: 'm@example.test' });
  const anjali = await app.as(anjaliAccount);
  const meera = await app.as(meeraAccount);
  const office = await app.as(await buildAdministrator(context));
  const client = await app.as(student);
  const url = `/api/staff/students/${student.email}/tasks/viva/recorded`;
  await anjali.put(url, { ...body, released: true });
  return {
    app,
    student,
    anjali,
    meera,
    meeraId: meeraAccount.id,
    office,
    url,
    ask: (more: object = {}) =>
      client.post(`/api/students/secondLook/${student.email}`, {
        task: 'viva',
        version: null,
        reason: 'I was in the other room.',
        ...more,
      }),
    viva: async () => (await client.get(`/api/students/timeline/${student.email}`)).body.tasks[5],
  };
}

test('a record is reviewed once, by others than who recorded it, and the answer may change it', async () => {
  const { ask, viva, anjali, meera, meeraId, url, app, student } = await makeRecorded();
  expect((await ask({ task: 'week-1' })).status, 'no record').toBe(404);
  expect(await ask()).toMatchObject({ status: 201, body: { second_look: { answer: null } } });
  expect((await ask()).status, 'once more').toBe(409);
  const told = await app.context.database.reader
    .selectFrom('notices')
    .where('kind', '=', 'second-look')
    .select(['account_id', 'text', 'href', 'about'])
    .execute();
  expect(told).toMatchObject([
    {
      account_id: meeraId,
      text: 'Asha requests a mark review for Viva voce',
      href: expect.stringContaining(encodeURIComponent(student.email)),
      about: expect.stringMatching(/^record:\d+$/),
    },
  ]);
  expect((await anjali.get(url)).body.record.second_look).toMatchObject({ decider: 'mentor' });
  expect(await anjali.put(`${url}/second-look`, { answer: 'No.' })).toMatchObject({ status: 403 });
  const change = { status: 'marked', marks: 60, released: true, began: { status: 'absent', marks: 0 } };
  expect((await anjali.put(url, change)).status, 'another number, too').toBe(403);
  expect((await anjali.put(`${url}/second-look/comment`, { comment: 'I waited.' })).status).toBe(200);
  expect((await viva()).second_look, 'comments come with the answer').not.toHaveProperty('comments');
  expect(await anjali.delete(url)).toMatchObject({ status: 409 });

  const record = { status: 'marked', marks: 60, comments: 'Taken on Monday', released: true };
  const answered = await meera.put(`${url}/second-look`, { answer: 'You were.', record });
  expect(answered).toMatchObject({
    status: 200,
    body: { record: { status: 'marked', marks: 60, second_look: { answer: 'You were.' } } },
  });
  expect(await viva()).toMatchObject({
    marks: 60,
    second_look: { answer: 'You were.', answered_by: 'Meera', comments: [{ text: 'I waited.' }] },
    recorded: { status: 'marked', second_look: { answer: 'You were.' } },
  });
  expect((await meera.put(`${url}/second-look`, { answer: 'You were.' })).status, 'again').toBe(200);
  expect(await anjali.put(`${url}/second-look`, { answer: 'No.' })).toMatchObject({
    status: 409,
    body: { current: { answer: 'You were.', answered_by: 'Meera' } },
  });
  expect((await ask()).status, 'after the answer').toBe(409);
  const events = (await readAuditLog(app)).filter(
    ({ act }) => act.includes('look') || act.includes('review'),
  );
  expect(events).toMatchObject([
    { act: 'comment-on-review', subject: student.email, after: { task: 'viva', comment: 'I waited.' } },
    { act: 'answer-second-look', after: { task: 'viva', answer: 'You were.' } },
  ]);
});

test('only the office lowers a record that was reviewed, or excuses from its number', async () => {
  const { ask, meera, office, url } = await makeRecorded({ status: 'marked', marks: 70 });
  await ask();
  const change = (status: string, marks: number | null) => ({
    status,
    marks,
    released: true,
    confirm_lower: true,
    began: { status: 'marked', marks: 70 },
  });
  expect((await meera.put(url, change('marked', 69))).body.message).toMatch(/Only the office can lower/);
  expect((await meera.put(url, change('excused', null))).status).toBe(403);
  expect((await meera.put(url, change('marked', 71))).status).toBe(200);
  expect(
    (await meera.put(`${url}/second-look/comment`, { comment: 'Please decide.', to_office: true })).status,
  ).toBe(200);
  expect((await meera.put(`${url}/second-look`, { answer: 'No.' })).status).toBe(403);
  const record = { status: 'excused', released: true, confirm_lower: true };
  expect(await office.put(`${url}/second-look`, { answer: 'Excused.', record })).toMatchObject({
    status: 200,
    body: { record: { status: 'excused', marks: null } },
  });
});

test('a record that is not released is not reviewed', async () => {
  const { ask, anjali, url } = await makeRecorded();
  await anjali.put(url, { status: 'absent', comments: 'Not seen', began: { released: true } });
  expect((await ask()).status).toBe(404);
});

test('a decider who is suspended needs no hand-over', async () => {
  const { ask, app, meeraId } = await makeRecorded();
  await ask();
  const { database } = app.context;
  await database.transaction((writer) =>
    writer.updateTable('accounts').set({ suspended_at: 1 }).where('id', '=', meeraId).execute(),
  );
  await notifyDecidersJob.run(app.context, null, new AbortController().signal);
  const told = database.reader.selectFrom('notices').where('kind', '=', 'second-look');
  expect(await told.select('account_id').execute(), 'the office, too').toHaveLength(2);
});

test('an answer changes what it changed: a colleague’s other change stays, and the same one is a conflict', async () => {
  const { ask, meera, office, url, viva } = await makeRecorded({ status: 'marked', marks: 70 });
  await ask();
  const seen = { status: 'marked', marks: 70, comments: '', released: true };
  const answer = (marks: number) => ({
    answer: 'You were.',
    record: { ...seen, marks, began: { marks: 70 } },
  });
  const change = (body: object) => meera.put(url, { ...seen, ...body });
  expect((await change({ comments: 'On time', began: { comments: '' } })).status).toBe(200);
  expect((await change({ marks: 75, began: { marks: 70 } })).status).toBe(200);
  expect(await office.put(`${url}/second-look`, answer(80))).toMatchObject({
    status: 409,
    body: { current: { marks: 75, comments: 'On time', by: 'Meera' } },
  });
  expect((await viva()).second_look, 'neither').toMatchObject({ answer: null });
  expect((await office.put(`${url}/second-look`, answer(75))).status, 'the same number').toBe(200);
  expect(await viva()).toMatchObject({
    marks: 75,
    comments: 'On time',
    second_look: { answer: 'You were.' },
  });
});
