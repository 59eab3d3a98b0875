import { expect, onTestFinished, test } from 'vitest';
import { startS3 } from '#support/s3';
import { makeJournalled, restoreNewest, rowOf, submitFile } from '#support/journal-fixture';
import { readManifest } from '../backups/parts.ts';
import { writeBackup } from '../backups/write-backup.ts';
import { cutJournal } from './cut-journal.ts';
import { Displaced } from './journal-line.ts';
import { makeShipper } from './ship-journal.ts';

/** With conditional writes as S3 has them, which the test's own service lacks. */
async function startConditionalS3() {
  const s3 = await startS3();
  onTestFinished(() => s3.stop());
  const refused: string[] = [];
  s3.intercept = (request, response) => {
    const key = new URL(request.url ?? '', 'http://s3').pathname.split('/portal/')[1] ?? '';
    if (request.headers['if-none-match'] !== '*' || !s3.objects().includes(key)) return false;
    refused.push(key);
    response.writeHead(412, { 'content-type': 'application/xml' });
    response.end('<Error><Code>PreconditionFailed</Code></Error>');
    return true;
  };
  return { s3, refused };
}

test(
  'a bucket takes changes, gives them back, and is cut; the former portal is shut out',
  { tags: 'full' },
  async () => {
    const { s3 } = await startConditionalS3();
    const { fixture, place, shipper } = await makeJournalled(s3.url);
    const { context, clock } = fixture;
    await submitFile(fixture, 'first', 'first');
    await shipper.work();
    clock.advance(1_000);
    const { name } = await writeBackup(context, place);
    await submitFile(fixture, 'second', 'second');
    await shipper.work();
    expect(await cutJournal(place, await readManifest(place, name))).toBe(1);
    const { database, files, report } = await restoreNewest(place);
    expect(report.journal).toMatchObject({ segments: 1, files: 1, leftOut: null });
    expect(await database.reader.selectFrom('submissions').select('id').execute()).toHaveLength(2);

    clock.advance(1_000);
    await makeShipper({ ...context, database, files }).work();
    await submitFile(fixture, 'late', 'late');
    await expect(shipper.work()).rejects.toThrow(Displaced);
  },
);

test('a number is claimed once, also by two that claim it at the same moment', async () => {
  const { s3, refused } = await startConditionalS3();
  const { fixture, place } = await makeJournalled(s3.url);
  const { number } = await rowOf(fixture);
  const claim = { number, line: '000001-aaaaaaaaaaaa', at: '2026-11-29T10:00:00.000Z' };
  expect(await place.journal.claim(claim)).toBe(false);
  expect(refused).toEqual(['journal/000001.json']);
  expect(await place.journal.claims()).toHaveLength(1);
  expect(await place.journal.claim({ ...claim, number: number + 1 })).toBe(true);
  expect((await place.journal.claims()).map((one) => one.number)).toEqual([number, number + 1]);
});

test('a slow bucket keeps nobody waiting', { tags: 'full' }, async () => {
  const { s3 } = await startConditionalS3();
  const { fixture, shipper } = await makeJournalled(s3.url);
  const { intercept } = s3;
  let goOn = (): void => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  s3.intercept = async (...exchange) => {
    await held;
    return intercept(...exchange);
  };
  await submitFile(fixture, 'first', 'first');
  const shipping = shipper.work();
  await submitFile(fixture, 'second', 'second');
  expect(await rowOf(fixture)).toMatchObject({ head: 0 });
  goOn();
  await shipping;
  expect(await rowOf(fixture)).toMatchObject({ head: 1 });
});

test('a bucket that fails refuses nobody, and gets everything afterwards', async () => {
  const { s3 } = await startConditionalS3();
  const { fixture, place, shipper } = await makeJournalled(s3.url);
  const { intercept } = s3;
  s3.intercept = (_, response) => {
    response.writeHead(503).end();
    return true;
  };
  await submitFile(fixture, 'first', 'first');
  await expect(shipper.work()).rejects.toThrow('The file storage does not answer');
  await shipper.giveWay();
  await submitFile(fixture, 'second', 'second');
  s3.intercept = intercept;
  await shipper.work();
  const { database } = await restoreNewest(place);
  expect(await database.reader.selectFrom('submissions').select('id').execute()).toHaveLength(2);
});
