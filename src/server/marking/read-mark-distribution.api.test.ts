import { expect, test } from 'vitest';
import { buildBatch, buildMark, buildMentor, buildStudent, buildSubmission } from '#support/factories';
import { makeTestApp } from '#support/test-app';

test('marks of newest versions by task and mentor, with medians from five marks on', async () => {
  const app = await makeTestApp();
  const { context } = app;
  const batch = await buildBatch(context, { name: 'SPREAD' });
  const anjali = await buildMentor(context, [batch.id], { name: 'Anjali Menon' });
  const binu = await buildMentor(context, [batch.id], { name: 'Binu Thomas' });
  const mark = async (task: 'week-1' | 'week-2', versions: readonly [marks: number | null, by: number][]) => {
    const { id } = await buildStudent(context, { batch_id: batch.id });
    for (const [index, [marks, marked_by]] of versions.entries()) {
      const submission = await buildSubmission(context, { account_id: id, task, version: index + 1 });
      if (marks !== null)
        await buildMark(context, { submission_id: submission.id, marks, marked_by, released: 0 });
    }
  };
  for (const marks of [90, 92.5, 88, 100, 89]) await mark('week-1', [[marks, anjali.id]]);
  for (const marks of [70, 71, 0, 72, 79, 75])
    await mark('week-1', [
      [20, anjali.id],
      [marks, binu.id],
    ]);
  await mark('week-1', [
    [99, anjali.id],
    [null, anjali.id],
  ]);
  await mark('week-2', [[60, binu.id]]);
  const client = await app.as(anjali);
  const { status, body } = await client.get('/api/staff/batches/spread/marks/distribution');
  expect([status, body]).toEqual([
    200,
    {
      batch: 'SPREAD',
      tasks: [
        {
          task: 'week-1',
          count: 11,
          median: 79,
          tens: [1, 0, 0, 0, 0, 0, 0, 5, 2, 3],
          mentors: [
            { name: 'Binu Thomas', count: 6, median: 71.5, others: 90 },
            { name: 'Anjali Menon', count: 5, median: 90, others: 71.5 },
          ],
        },
        {
          task: 'week-2',
          count: 1,
          median: null,
          tens: null,
          mentors: [{ name: 'Binu Thomas', count: 1, median: null, others: null }],
        },
      ],
    },
  ]);
});
