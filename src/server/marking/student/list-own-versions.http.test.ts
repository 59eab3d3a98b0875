import { expect, test } from 'vitest';
import { buildBatch, buildMark, buildStudent, buildSubmission } from '#support/factories';
import { comments, file, makeStudentFixture, week, type StudentFixture } from '#support/student-fixture';
import { makeTestContext } from '#support/test-app';
import { listForExport, type ExportRow } from '../export-versions.ts';

async function buildVersions(fixture: StudentFixture, count: number): Promise<string[]> {
  const numbers: string[] = [];
  for (let version = 1; version <= count; version++) {
    const { number } = await buildSubmission(fixture.context, { account_id: fixture.student.id, version });
    numbers.unshift(number);
  }
  return numbers;
}
const numbersOf = (body: { number: string }[]): string[] => body.map(({ number }) => number);

test('every version, newest first, each as the receipt of that submission', async () => {
  const fixture = await makeStudentFixture(15);
  expect((await fixture.client.get(fixture.url('submissions'))).body).toEqual([]);
  const receipts = [];
  for (const n of ['1', '2', '1']) {
    fixture.clock.advance(1_000);
    const parts = [week(n), comments(`Week ${n}`), ...(n === '2' ? [file('bytes')] : [])];
    receipts.unshift((await fixture.client.form(fixture.url('uploadWeek'), parts)).body.receipt);
  }
  expect((await fixture.client.get(fixture.url('submissions'))).body).toEqual(receipts);
});

test('it is paged by number', async () => {
  const fixture = await makeStudentFixture(8);
  const numbers = await buildVersions(fixture, 60);
  const get = async (query: string) => fixture.client.get(`${fixture.url('submissions')}${query}`);
  expect(numbersOf((await get('')).body)).toEqual(numbers.slice(0, 50));
  expect(numbersOf((await get('?limit=100')).body)).toEqual(numbers);
  expect(numbersOf((await get('?limit=2')).body)).toEqual(numbers.slice(0, 2));
  expect(numbersOf((await get(`?limit=2&before=${numbers[1]}`)).body)).toEqual(numbers.slice(2, 4));
  expect(numbersOf((await get(`?before=${numbers[49]}`)).body)).toEqual(numbers.slice(50));
  expect((await get(`?before=${numbers[59]}`)).body).toEqual([]);
});

test('a page that makes no sense is 400', async () => {
  const fixture = await makeStudentFixture(8);
  await buildVersions(fixture, 1);
  const stranger = await buildStudent(fixture.context);
  const { number } = await buildSubmission(fixture.context, { account_id: stranger.id });
  for (const query of [
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=1.5',
    'limit=x',
    'before=',
    'before=x',
    `before=${number}`,
  ]) {
    const answer = await fixture.client.get(`${fixture.url('submissions')}?${query}`);
    expect([query, answer.status, answer.body.code]).toEqual([query, 400, 'bad_request']);
  }
});

test('receipts say nothing of marks', async () => {
  const fixture = await makeStudentFixture(8);
  const { id } = await buildSubmission(fixture.context, { account_id: fixture.student.id });
  await buildMark(fixture.context, { submission_id: id, released: 0, comments: 'Held back' });
  const { body } = await fixture.client.get(fixture.url('submissions'));
  expect(Object.keys(body[0]).toSorted()).toEqual(
    ['comments', 'file', 'late', 'links', 'number', 'submitted_at', 'task', 'version'].toSorted(),
  );
  expect(JSON.stringify(body)).not.toContain('Held back');
});

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
