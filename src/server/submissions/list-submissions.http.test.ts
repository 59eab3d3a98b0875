import { expect, test } from 'vitest';
import { buildMark, buildStudent, buildSubmission } from '#support/factories';
import { comments, file, makeStudentFixture, week, type StudentFixture } from '#support/student-fixture';

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
