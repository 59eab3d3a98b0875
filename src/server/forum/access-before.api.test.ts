import { expect, test } from 'vitest';
import { buildBatch, buildQuestion, buildStudent } from '#support/factories';
import { makeTestContext } from '#support/test-app';
import { accessBefore, accessOfReader } from './access-before.ts';

test('the batch of what was made is found wherever its author is now', async () => {
  const { context } = await makeTestContext();
  const { reader } = context.database;
  const batch = await buildBatch(context, { name: 'ONE' });
  const student = await buildStudent(context, { batch_id: batch.id });
  const question = await buildQuestion(context, { author_id: student.id, batch_id: batch.id });
  const found = await accessBefore(reader, { batch: null }, 'questions', question.id);
  expect(found.map((one) => one.batch)).toMatchObject([{ name: 'ONE' }]);
  expect(await accessBefore(reader, { batch: null }, 'attachments', 999)).toEqual([]);
  const read = await accessOfReader(reader, { batch: null }, student.id);
  expect(read.map((one) => one.batch)).toMatchObject([{ name: 'ONE' }]);
});
