import { expect, test } from 'vitest';
import { makeBucketStudentFixture } from '#support/bucket-student-fixture';
import { manyEntries, tenGigabytes } from '#support/make-zip';
import { makePreviewFixture } from '#support/preview-fixture';

/** What somebody gains with a file that a mentor looks at: the portal's memory. */

/** The most that is in memory beside the portal while something is done, in bytes. */
async function memoryOf(run: () => Promise<unknown>): Promise<number> {
  const used = () => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = used();
  let most = before;
  const watching = setInterval(() => (most = Math.max(most, used())), 5);
  await run();
  clearInterval(watching);
  return Math.max(most, used()) - before;
}

test.each([
  ['a folder', () => makePreviewFixture()],
  ['a bucket', () => makePreviewFixture(makeBucketStudentFixture())],
])('a ZIP of 100,000 entries, and one of 10 GB, cost no memory out of %s', async (_, make) => {
  const { submit, open, nobody, context } = await make();
  const many = await submit(manyEntries(), 'many.zip');
  const large = await submit(tenGigabytes(), 'large.zip');
  let asked = 0;
  const { read } = context.files;
  context.files.read = (sha256, bytes, range) => {
    asked += range === undefined ? bytes : range.end + 1 - range.start;
    return read(sha256, bytes, range);
  };
  const used = await memoryOf(async () => {
    const list = await open(many);
    expect(list.body).toContain('100,000 entries in this ZIP, of which the first 300 are listed');
    expect(list.body.match(/<tr>/g)).toHaveLength(301);
    const bomb = await open(large);
    expect(bomb.body).toContain('10 GB');
    const opened = await nobody.get(`${bomb.folder}entries/1`);
    expect(opened.body).toContain('more than 200 times its packed size, so it is not opened here');
    expect((await nobody.get(`${bomb.folder}entries/0`)).body).toContain('Open the other one.');
  });
  context.files.read = read;
  expect(asked, 'bytes read of 20 MB').toBeLessThan(2_000_000);
  expect(used, 'bytes in memory').toBeLessThan(48_000_000);
});
