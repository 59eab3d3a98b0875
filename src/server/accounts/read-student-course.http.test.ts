import { expect, test } from 'vitest';
import { buildAdministrator, buildBatch, buildCourse, buildMentor, buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';

const url = (email: string) => `/api/students/studentCourse/${encodeURIComponent(email)}`;

async function makeBatch() {
  const app = await makeTestApp();
  const course = await buildCourse(app.context, { name: 'Data Science and Analytics' });
  const batch = await buildBatch(app.context, {
    course_id: course.id,
    starts_at: Date.parse('2026-10-04T18:30:00.000Z'),
  });
  return { ...app, batch };
}

test('a student reads course, start, mentors in the order of their ids, grade and score', async () => {
  const { context, batch, as } = await makeBatch();
  await buildMentor(context, [batch.id], { name: 'Zubin' });
  await buildMentor(context, [batch.id], { name: 'Anita' });
  await buildMentor(context, [(await buildBatch(context)).id], { name: 'Somebody Else' });
  const student = await buildStudent(context, {
    batch_id: batch.id,
    name: 'Asha',
    grade: 'A+',
    exit_score: 77.5,
  });
  const answer = await (await as(student)).get(url(student.email));
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.body).toEqual({
    s_id: student.email,
    s_name: 'Asha',
    s_course: 'Data Science and Analytics',
    s_startdate: '2026-10-04T18:30:00.000Z',
    s_mentor: 'Zubin, Anita',
    s_grade: 'A+',
    s_exitscore: 77.5,
    s_typedbatch: null,
  });
});

test('what is not known yet is null, and a score of zero is known', async () => {
  const { context, batch, as } = await makeBatch();
  const waiting = await buildStudent(context, { batch_id: null });
  expect((await (await as(waiting)).get(url(waiting.email))).body).toEqual({
    s_id: waiting.email,
    s_name: waiting.name,
    s_course: null,
    s_startdate: null,
    s_mentor: null,
    s_grade: null,
    s_exitscore: null,
    s_typedbatch: null,
  });
  const zero = await buildStudent(context, { batch_id: batch.id, exit_score: 0 });
  const answer = await (await as(zero)).get(url(zero.email));
  expect(answer.body).toMatchObject({ s_mentor: null, s_exitscore: 0 });
});

test('the student, the batch’s mentor and administrators read it; nobody else', async () => {
  const { context, batch, as, nobody } = await makeBatch();
  const student = await buildStudent(context, { batch_id: batch.id });
  const status = async (account: { id: number }, email = student.email) =>
    (await (await as(account)).get(url(email))).status;
  expect(await status(student, student.email.toUpperCase())).toBe(200);
  expect(await status(await buildMentor(context, [batch.id]))).toBe(200);
  const administrator = await buildAdministrator(context);
  expect(await status(administrator)).toBe(200);
  expect(await status(administrator, 'unknown@example.test')).toBe(404);
  const foreignMentor = await buildMentor(context, [(await buildBatch(context)).id]);
  expect(await status(foreignMentor)).toBe(403);
  expect(await status(foreignMentor, 'unknown@example.test')).toBe(403);
  expect(await status(await buildStudent(context, { batch_id: batch.id }))).toBe(403);
  expect((await nobody.get(url(student.email))).status).toBe(401);
});
