import { expect, test } from 'vitest';
import { studentMessages } from '#contract/student-messages';
import { serverMessages } from '../platform/http/server-messages.ts';
import {
  buildAdministrator,
  buildBatch,
  buildCourse,
  buildProject,
  buildSelection,
  buildStudent,
} from '#support/factories';
import { makeTestApp } from '#support/test-app';

/** A course whose project P001 has seats, and P002 none. */
async function makeSeats(seats: number) {
  const app = await makeTestApp();
  const { context } = app;
  const course = await buildCourse(context);
  const batch = await buildBatch(context, { course_id: course.id });
  await buildProject(context, { id: 'P001', course_id: course.id, seats });
  await buildProject(context, { id: 'P002', course_id: course.id });
  const join = async (more: object = {}) => {
    const student = await buildStudent(context, { batch_id: batch.id, ...more });
    const client = await app.as(student);
    const choose = (p_id = 'P001') =>
      client.post('/api/students/selectProject', { sp_id: student.email, p_id });
    return { student, client, choose };
  };
  const setSeats = (next: number | null) =>
    context.database.transaction((writer) =>
      writer.updateTable('projects').set({ seats: next }).where('id', '=', 'P001').execute(),
    );
  const chosen = async () =>
    (
      await context.database.reader
        .selectFrom('selections')
        .where('project_id', '=', 'P001')
        .select('id')
        .execute()
    ).length;
  const reader = await join();
  /** What the two calls tell of the project's seats. */
  const told = async () => {
    const list = await reader.client.get(
      `/api/students/availableProjects/${encodeURIComponent(course.name)}`,
    );
    const one = await reader.client.get('/api/projects/projects/P001');
    const [listed, other] = list.body;
    const seatsOf = ({ seats: all, seats_left }: Record<string, unknown>) => [all, seats_left];
    expect(seatsOf(one.body[0])).toEqual(seatsOf(listed));
    expect(other).toEqual({
      id: 'P002',
      name: expect.any(String),
      course: course.name,
      details: expect.any(String),
      backgroundImage: expect.any(String),
    });
    return seatsOf(listed);
  };
  return { ...app, join, setSeats, chosen, told };
}

test('of a hundred who come at once for the last seat one gets it, the others are told why not', async () => {
  const { join, chosen, told } = await makeSeats(2);
  expect((await (await join()).choose()).status).toBe(201);
  expect(await told()).toEqual([2, 1]);
  const students = await Promise.all(Array.from({ length: 100 }, () => join()));
  const answers = await Promise.all(students.map(({ choose }) => choose()));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const { status, body } of answers) {
    if (status !== 201)
      expect({ status, body }).toMatchObject({ status: 400, body: { message: serverMessages.noSeatLeft } });
  }
  expect(await chosen()).toBe(2);
  expect(await told()).toEqual([2, 0]);
  const late = students[answers.findIndex(({ status }) => status === 400)]!;
  expect((await late.choose('P002')).status, 'another project is free').toBe(201);
});

test('a hundred requests of one student for the last seat give one 201 and ninety-nine 200', async () => {
  const { join, chosen } = await makeSeats(1);
  const { choose } = await join();
  const answers = await Promise.all(Array.from({ length: 100 }, () => choose()));
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([count(201), count(200)]).toEqual([1, 99]);
  expect(await chosen()).toBe(1);
});

test('a seat is the last thing that a choice is refused for', async () => {
  const { join, context } = await makeSeats(0);
  const message = async (more: object) => (await (await join(more)).choose()).body.message;
  expect(await message({ exit_score: 49 })).toBe(studentMessages.exitScoreLow);
  const email = 'waits@example.test';
  await context.database.transaction((writer) =>
    writer
      .insertInto('imported_people')
      .values({ email, batch_id: null, exit_score: 90, grade: null, imported_at: 1 })
      .execute(),
  );
  expect(await message({ email, confirmed_at: null })).toBe(serverMessages.confirmAtOffice);
  expect(await message({})).toBe(serverMessages.noSeatLeft);
});

test('an undone choice frees its seat, a corrected start keeps it, also where there are fewer seats by now', async () => {
  const { join, as, context, setSeats, chosen, told } = await makeSeats(2);
  const office = await as(await buildAdministrator(context));
  const [first, second, third] = [await join(), await join(), await join()];
  for (const { choose } of [first, second]) expect((await choose()).status).toBe(201);
  const urlOf = ({ student }: typeof first) => `/api/staff/students/${student.email}`;
  const correct = (of: typeof first, start: string) =>
    office.post(`${urlOf(of)}/start`, { start, reason: 'x' });
  const undo = (of: typeof first) =>
    office.post(`${urlOf(of)}/undo-selection`, { p_id: 'P001', reason: 'x' });
  await setSeats(1);
  expect(await told(), 'more have chosen than there are seats').toEqual([1, 0]);
  expect((await correct(first, '2026-11-01T09:00')).status).toBe(201);
  expect((await correct(first, '2026-11-02T09:00')).status).toBe(201);
  expect(await chosen()).toBe(2);
  expect((await undo(first)).status).toBe(201);
  expect((await third.choose()).body.message, 'the other one has the seat').toBe(serverMessages.noSeatLeft);
  expect((await first.choose()).body.message, 'a seat that was given up is given up').toBe(
    serverMessages.noSeatLeft,
  );
  expect((await undo(second)).status).toBe(201);
  expect(await told()).toEqual([1, 1]);
  expect((await third.choose()).status).toBe(201);
});

test('seats that come later count those who have chosen; without seats anybody may', async () => {
  const { join, setSeats, context, told } = await makeSeats(1);
  await setSeats(null);
  for (const _ of [1, 2]) expect((await (await join()).choose()).status).toBe(201);
  expect(await told()).toEqual([undefined, undefined]);
  await setSeats(3);
  expect(await told()).toEqual([3, 1]);
  await buildSelection(context, { account_id: (await join()).student.id, project_id: 'P001' });
  await expect(
    buildSelection(context, { account_id: (await join()).student.id, project_id: 'P001' }),
    'the database itself refuses one too many',
  ).rejects.toThrow('no_seat_left');
});
