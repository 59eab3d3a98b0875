import { expect, test } from 'vitest';
import { buildComment, buildQuestion, buildStudent } from '#support/factories';
import { makeTestApp, makeTestContext } from '#support/test-app';
import { restoreQuestion } from './restore-question.ts';

test('a deleted question is restored with its comments, and the audit log tells of it', async () => {
  const { context, as, clock } = await makeTestApp();
  const student = await buildStudent(context);
  const batch_id = student.batch_id as number;
  const question = await buildQuestion(context, { batch_id, author_id: student.id, text: 'Why?' });
  await buildComment(context, { question_id: question.id, author_id: student.id, text: 'Because.' });
  const client = await as(student);
  const url = `/api/discussion/discussion/${student.email}`;
  const deletedAt = new Date(clock.now()).toISOString();
  expect((await client.delete(`${url}/question/${question.id}`)).body.questions).toEqual([]);
  clock.advance(5000);
  await restoreQuestion(context, String(question.id));
  expect((await client.get(url)).body.questions).toMatchObject([{ question: 'Why?', answers: ['Because.'] }]);
  const [act, ...more] = await context.database.reader.selectFrom('audit_log').selectAll().execute();
  expect(more).toEqual([]);
  expect(act).toMatchObject({
    actor_id: null,
    act: 'restore-question',
    subject: String(question.id),
    at: clock.now(),
  });
  expect(JSON.parse(act?.before ?? '')).toEqual({ deletedAt });
  expect(JSON.parse(act?.after ?? '')).toEqual({ deletedAt: null });
});

test('an unknown question and one that is not deleted are refused in clear words', async () => {
  const { context } = await makeTestContext();
  const student = await buildStudent(context);
  const { id } = await buildQuestion(context, {
    batch_id: student.batch_id as number,
    author_id: student.id,
  });
  await expect(restoreQuestion(context, String(id))).rejects.toThrow(`Question ${id} is not hidden.`);
  for (const unknown of ['999999', 'abc', '', '-1', '1e3']) {
    await expect(restoreQuestion(context, unknown)).rejects.toThrow(`There is no question ${unknown}.`);
  }
  expect(await context.database.reader.selectFrom('audit_log').selectAll().execute()).toEqual([]);
});
