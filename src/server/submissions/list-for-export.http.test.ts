import { expect, test } from 'vitest';
import { buildBatch, buildMark, buildStudent, buildSubmission } from '#support/factories';
import { makeTestContext } from '#support/test-app';
import { listForExport, type ExportRow } from './list-for-export.ts';

test('the export lists every version with its mark, student by student, page by page', async () => {
  const { context } = await makeTestContext();
  const batch = await buildBatch(context, { name: 'MERN' });
  const asha = await buildStudent(context, { batch_id: batch.id, email: 'asha@example.test' });
  const biju = await buildStudent(context, { batch_id: null, email: 'biju@example.test' });
  const first = await buildSubmission(context, { account_id: biju.id, task: 'final', late: 1 });
  const numbers: string[] = [];
  for (let version = 1; version <= 1_100; version++) {
    numbers.push((await buildSubmission(context, { account_id: asha.id, version })).number);
  }
  await buildMark(context, { submission_id: first.id, marks: 5, comments: 'Held', released: 0 });
  const all = async (batchId: number | null): Promise<ExportRow[]> => {
    const rows: ExportRow[] = [];
    for await (const row of listForExport(context, batchId)) rows.push(row);
    return rows;
  };
  const every = await all(null);
  expect(every.map(({ number }) => number)).toEqual([...numbers, first.number]);
  expect(every.at(-1)).toMatchObject({
    email: 'biju@example.test',
    batch: null,
    task: 'final',
    late: 1,
    marks: 5,
    mark_comments: 'Held',
    released: 0,
  });
  expect(every[0]).toMatchObject({ batch: 'MERN', version: 1, marks: null, released: null });
  const one = await all(batch.id);
  expect(one.map(({ number }) => number)).toEqual(numbers);
});
