import { expect, test } from 'vitest';
import { limits } from '#contract/limits';
import type { StaffSubmission } from '#contract/marking/calls';
import type { ListedReceipt } from '#contract/submissions/calls';
import { versionsBefore } from '#server/marking/student/queries';
import { queuePage } from '#server/marking/queue/list-batch-submissions';
import { buildMark, buildMentor, buildStudent, buildSubmission } from '#support/factories';
import { readToTheEnd } from '#support/read-to-the-end';
import { comments, links, makeStudentFixture, week, type StudentFixture } from '#support/student-fixture';

/** Whoever submits texts as long as they may be, as often as they like, gains no long answers. */

const whole = limits.submissionText;
const addresses = 'http://a/ '.repeat(whole / 10);
const brackets = ')'.repeat(whole);
/** Takes six bytes in JSON. */
const sixfold = '\u0001';

/** Versions of week 1 with these texts, oldest first; their numbers. */
async function buildVersions({ context, student }: StudentFixture, count: number, text: string) {
  const numbers: string[] = [];
  for (let version = 1; version <= count; version++) {
    const texts = { links: text, comments: text };
    numbers.push((await buildSubmission(context, { account_id: student.id, version, ...texts })).number);
  }
  return numbers;
}

const newestLast = <Item>(list: Item[]) => list.toReversed();
const numberOf = ({ number }: { number: string }) => number;

test('an answer of megabytes from the own list of submissions', async () => {
  const fixture = await makeStudentFixture(8);
  await buildVersions(fixture, 20, addresses);
  const { body } = await fixture.client.get(fixture.url('submissions'));
  expect(body).toHaveLength(20);
  expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(20 * (2 * limits.listedText + 600));
  for (const receipt of body as ListedReceipt[]) {
    expect(receipt.shortened).toBe(true);
    expect(receipt.links.length).toBeLessThanOrEqual(limits.listedText);
    expect(addresses.startsWith(receipt.links)).toBe(true);
    expect(receipt.links, 'not cut within an address').toMatch(/http:\/\/a\/$/);
  }
});

test('a list that ends early and looks like the end, so that older submissions are not seen', async () => {
  const fixture = await makeStudentFixture(8);
  const numbers = await buildVersions(fixture, 60, sixfold.repeat(limits.listedText));
  const url = `${fixture.url('submissions')}?limit=100`;
  const read = await readToTheEnd<ListedReceipt>(fixture.client, url, numberOf, newestLast);
  expect(read.ids).toEqual(numbers);
  expect(read.pages.length).toBeGreaterThan(2);
  for (const { bytes } of read.pages) expect(bytes).toBeLessThanOrEqual(limits.pageBytes);
  const marks = read.pages.map(({ items }) => items.map(({ more }) => more === true));
  // The first of the items is the oldest, with which the next page goes on.
  expect(marks.slice(0, -1).every(([last, ...others]) => last && !others.includes(true))).toBe(true);
  expect(marks.at(-1)).not.toContain(true);
});

test('a mentor’s list of megabytes, or a mark whose answer is one', async () => {
  const fixture = await makeStudentFixture(29);
  const { context, student } = fixture;
  const batch_id = student.batch_id as number;
  const mentor = await fixture.as(await buildMentor(context, [batch_id]));
  const words = sixfold.repeat(limits.markComments);
  const numbers: string[] = [];
  for (let n = 0; n < 12; n++) {
    const { id: account_id } = await buildStudent(context, { batch_id });
    const texts = { links: addresses, comments: brackets };
    const { id, number } = await buildSubmission(context, { account_id, ...texts });
    await buildMark(context, { submission_id: id, comments: words });
    numbers.push(number);
  }
  const { name } = await context.database.reader
    .selectFrom('batches')
    .where('id', '=', batch_id)
    .select('name')
    .executeTakeFirstOrThrow();
  const url = `/api/staff/batches/${encodeURIComponent(name)}/submissions`;
  const read = await readToTheEnd<StaffSubmission>(mentor, url, numberOf, newestLast);
  expect(read.ids).toEqual(numbers);
  expect(read.pages.length).toBeGreaterThan(1);
  for (const { bytes, items } of read.pages) {
    expect(bytes).toBeLessThanOrEqual(limits.pageBytes);
    for (const { shortened, links, comments } of items)
      expect([shortened, links.length, comments]).toEqual([
        true,
        1_999,
        brackets.slice(0, limits.listedText),
      ]);
  }
  const mark = { marks: 50, comments: 'Fair', released: false };
  const marked = await mentor.put(`/api/staff/submissions/${numbers[0]}/mark`, mark);
  expect(marked.status).toBe(200);
  expect(marked.body).toMatchObject({ shortened: true, marks: 50 });
  expect(JSON.stringify(marked.body).length).toBeLessThan(200_000);
});

test('more read from the database than a list shows', async () => {
  const fixture = await makeStudentFixture(8);
  const { context, student } = fixture;
  await buildVersions(fixture, 2, brackets);
  const page = { beforeId: Number.MAX_SAFE_INTEGER, limit: 50 };
  const { reader } = context.database;
  const own = await versionsBefore(reader, { ...page, accountId: student.id });
  const choice = { batchId: student.batch_id as number, task: undefined, state: undefined };
  const queued = await queuePage(reader, choice, { order: 'newest', after: null, limit: page.limit });
  const read = [...own, ...queued].flatMap(({ links, comments }) => [links.length, comments.length]);
  expect(read).toEqual(Array.from({ length: 6 }, () => limits.listedText + 1));
});

test('a receipt that is not whole, or whose signature is none for it', async () => {
  const fixture = await makeStudentFixture(8);
  const parts = [week('1'), links(addresses), comments(brackets)];
  const submitted = await fixture.client.form(fixture.url('uploadWeek'), parts);
  expect(submitted.body.receipt).toMatchObject({ links: addresses, comments: brackets });
  const [listed] = (await fixture.client.get(fixture.url('submissions'))).body;
  expect(listed.shortened).toBe(true);
  const mentor = await fixture.as(await buildMentor(fixture.context, [fixture.student.batch_id as number]));
  for (const reader of [fixture.client, mentor]) {
    const { body } = await reader.get(`/api/receipts/${listed.number}`);
    expect(body).toMatchObject({ links: addresses, comments: brackets });
    expect(body.shortened).toBeUndefined();
    const verdict = await fixture.nobody.post('/api/receipts/verify', body);
    expect(verdict.body).toEqual({ verdict: 'genuine' });
  }
});

test('a text that is no longer than a list shows is whole, and says nothing', async () => {
  const fixture = await makeStudentFixture(8);
  const text = 'a'.repeat(limits.listedText);
  const receipts = [];
  for (const one of [text, `${text}b`, '😀'.repeat(limits.listedText / 2), '😀'.repeat(limits.listedText)]) {
    fixture.clock.advance(1_000);
    receipts.unshift(
      (await fixture.client.form(fixture.url('uploadWeek'), [week('1'), links(one)])).body.receipt,
    );
  }
  const { body } = await fixture.client.get(fixture.url('submissions'));
  expect(body).toEqual([
    { ...receipts[0], links: '😀'.repeat(limits.listedText / 2), shortened: true },
    receipts[1],
    { ...receipts[2], links: text, shortened: true },
    receipts[3],
  ]);
});
