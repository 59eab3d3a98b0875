import { expect, test } from 'vitest';
import { dayMs } from '#contract/durations';
import { makePortalFixture } from '#support/portal-fixture';
import { file, week } from '#support/student-fixture';

const minute = 60_000;

async function makeTold() {
  const portal = await makePortalFixture({});
  const { app, clients, people, receipt } = portal;
  const { reader } = app.context.database;
  return {
    ...portal,
    mark: (body: object) =>
      clients.mentor.put(`/api/staff/submissions/${receipt.number}/mark`, { comments: 'Fair.', ...body }),
    told: async (account: { id: number }) =>
      (
        await reader
          .selectFrom('notices')
          .where('account_id', '=', account.id)
          .select(['kind', 'text', 'about', 'mail_due_at as mailDueAt'])
          .orderBy('id')
          .execute()
      ).map(({ mailDueAt, ...rest }) => ({
        ...rest,
        mailedInMs: mailDueAt === null ? null : mailDueAt - app.clock.now(),
      })),
    student: people.student,
    mentor: people.mentor,
  };
}

test('a student is told of a released mark, by mail once it can no longer be taken back, and not of one that was', async () => {
  const { mark, told, student, app, clients, receipt } = await makeTold();
  await mark({ marks: 60 });
  expect(await told(student), 'held back').toEqual([]);
  await mark({ marks: 60, released: true });
  const released = {
    kind: 'mark-released',
    about: 'task:week-1',
    text: 'Your mark for Week 1 is available',
  };
  expect(await told(student)).toEqual([{ ...released, mailedInMs: 10 * minute + 1 }]);
  app.clock.advance(minute);
  await mark({ marks: 61, released: true });
  expect(await told(student), 'corrected before the mail').toHaveLength(1);
  await mark({ marks: 61 });
  expect(await told(student), 'taken back').toEqual([]);

  app.clock.advance(minute);
  const listed = { task: 'week-1', marks: [{ number: receipt.number, marks: 61 }] };
  await clients.mentor.post('/api/staff/batches/OURS/releases', listed);
  expect(await told(student), 'released from a list').toHaveLength(1);
  await clients.mentor.post('/api/staff/batches/OURS/releases', { ...listed, released: false });
  expect(await told(student)).toEqual([]);
  await clients.mentor.post('/api/staff/batches/OURS/releases', listed);
  app.clock.advance(11 * minute);
  await mark({ marks: 62, released: true });
  expect((await told(student)).map(({ text }) => text)).toEqual([
    'Your mark for Week 1 is available',
    'Your mark for Week 1 has changed',
  ]);
});

test('mentors are not told of versions after marks of an undone project', async () => {
  const { app, mark, told, student, mentor, clients, project, renew } = await makeTold();
  await mark({ marks: 60, released: true });
  app.clock.advance(minute);
  const undo = { p_id: project.id, reason: 'Wrong course' };
  const undone = await clients.administrator.post(
    `/api/staff/students/${student.email}/undo-selection`,
    undo,
  );
  expect(undone.status).toBe(201);
  const choice = { sp_id: student.email, p_id: project.id };
  expect((await clients.student.post('/api/students/selectProject', choice)).status).toBe(201);
  app.clock.advance(8 * dayMs);
  await renew('student');
  for (const work of ['first', 'again']) {
    app.clock.advance(minute);
    const sent = [week('1'), file(work)];
    expect((await clients.student.form(`/api/students/uploadWeek/${student.email}`, sent)).status).toBe(201);
    expect(await told(mentor), work).toEqual([]);
  }
});

test('deciders are told of a review, mentors of a version after a mark, the student of the answer', async () => {
  const { mark, told, student, mentor, people, clients, receipt } = await makeTold();
  const submit = () =>
    clients.student.form(`/api/students/uploadWeek/${student.email}`, [week('1'), file('again')]);
  await submit();
  expect(await told(mentor), 'before any mark').toEqual([]);
  await mark({ marks: 60, released: true });
  await clients.student.post(`/api/students/secondLook/${student.email}`, {
    task: 'week-1',
    version: 1,
    reason: 'Please.',
  });
  const again = await submit();
  // The one mentor gave the mark.
  expect(await told(people.administrator)).toMatchObject([
    {
      kind: 'second-look',
      about: `desk:${receipt.number}`,
      text: `${student.name} requests a mark review for Week 1`,
    },
  ]);
  expect(await told(mentor)).toMatchObject([
    { kind: 'new-version', about: `desk:${again.body.receipt.number}` },
  ]);
  await clients.administrator.put(`/api/staff/submissions/${receipt.number}/second-look`, {
    answer: 'Done.',
  });
  expect((await told(student)).at(-1)).toMatchObject({
    kind: 'second-look-answered',
    text: 'Your review request for Week 1 was answered',
    // In the day's mail.
    mailedInMs: null,
  });
});

test('of two versions that were released at once, one that is taken back leaves the notice of the other', async () => {
  const { told, student, clients, receipt } = await makeTold();
  const again = [week('1'), file('again')];
  const newer = await clients.student.form(`/api/students/uploadWeek/${student.email}`, again);
  const numbers = [receipt.number, newer.body.receipt.number as string];
  const set = (number: string, released: boolean) =>
    clients.mentor.put(`/api/staff/submissions/${number}/mark`, { marks: 60, comments: '', released });
  for (const number of numbers) expect((await set(number, true)).status).toBe(200);
  expect(await told(student)).toHaveLength(1);
  for (const [index, number] of numbers.entries()) {
    expect((await set(number, false)).status).toBe(200);
    expect(await told(student), number).toHaveLength(1 - index);
  }
});
