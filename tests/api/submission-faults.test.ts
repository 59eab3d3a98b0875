import { open } from 'node:fs/promises';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '#support/eventually';
import { makeBucketStudentFixture } from '#support/bucket-student-fixture';
import { file, makeStudentFixture, week, type StudentFixture } from '#support/student-fixture';
import { engineName } from '#support/empty-database';
import { expectHttpError } from '#support/expect-http-error';
import { openLocation } from '#support/locations';
import { formEnd, listen, openUpload, partHead, textPart } from '#support/open-upload';
import { makers } from '#support/stores';

/** Each fault of a submission is made to happen: a clear answer, nothing left, and the next one succeeds by itself. */
const megabyte = 1024 * 1024;
const small = { settings: { maxUploadBytes: megabyte } };

/** @param written whether bytes may stay that no row names: `capstone fsck` removes them when they are a day old */
async function expectNothingLeft(fixture: StudentFixture, { written = false } = {}): Promise<void> {
  await eventually(() => expect(fixture.staged()).toEqual([]));
  expect(await fixture.rows()).toEqual([]);
  const locks = await fixture.context.database.reader.selectFrom('idempotency_locks').selectAll().execute();
  expect(locks).toEqual([]);
  if (!written) expect(fixture.kept()).toEqual([]);
}

async function expectRecovery(
  fixture: StudentFixture,
  submit: () => ReturnType<StudentFixture['client']['form']>,
): Promise<void> {
  expect((await submit()).status).toBe(201);
  expect(fixture.kept()).toHaveLength(1);
  expect(fixture.staged()).toEqual([]);
}

describe.each(makers)('with a %s', (maker) => {
  const makeFaultFixture = (options = {}) =>
    maker === 'folder'
      ? makeStudentFixture(8, { ...small, ...options })
      : makeBucketStudentFixture({ ...small, ...options });
  const submitTo = (fixture: StudentFixture, key?: string) => () =>
    fixture.client.form(
      fixture.url('uploadWeek'),
      [week('1'), file('work')],
      key === undefined ? {} : { 'idempotency-key': key },
    );

  test('a full disk', async () => {
    const fixture = await makeFaultFixture();
    const logged = vi.fn();
    fixture.context.log.error = logged;
    const handle = await open(fixture.dataDir, 'r');
    await handle.close();
    vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'writev').mockRejectedValueOnce(
      Object.assign(new Error('no room'), { code: 'ENOSPC' }),
    );
    const refused = await submitTo(fixture, 'k')();
    expectHttpError(refused, 503, 'busy', 'no room');
    expect(refused.body.message).toMatch(/no space left for files/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const said = 'the file store cannot be written: changes are refused, reads still work';
    expect(logged.mock.calls).toEqual([[expect.objectContaining({ store: 'file store' }), said]]);
    await expectNothingLeft(fixture);
    await expectRecovery(fixture, submitTo(fixture, 'k'));
  });

  test.runIf(engineName === 'sqlite')('a database without room', async () => {
    const fixture = await makeFaultFixture();
    fixture.context.log.error = () => {};
    const { database } = fixture.context;
    const limitPages = (maxPages: string) =>
      database.transaction((writer) => sql.raw(`pragma max_page_count = ${maxPages}`).execute(writer));
    // It cannot be set below what the file has.
    await limitPages('1');
    const fill = 'x'.repeat(100_000);
    const refused = await fixture.client.form(fixture.url('uploadWeek'), [
      week('1'),
      ['comments', fill],
      file('work'),
    ]);
    expectHttpError(refused, 503, 'busy', 'no room');
    expect(refused.body.message).toMatch(/We cannot save now/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await expectNothingLeft(fixture, { written: true });
    await limitPages('1000000');
    await expectRecovery(fixture, submitTo(fixture));
  });

  test('a locked database', async () => {
    const fixture = await makeFaultFixture({ lockWaitMs: 300 });
    const other = openLocation(fixture.databaseLocation);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
    const holding = other.writer.transaction().execute(async (writer) => {
      if (engineName === 'postgres') await sql`lock table submissions in exclusive mode`.execute(writer);
      locked();
      await held;
    });
    onTestFinished(async () => {
      release();
      await holding;
      await other.close();
    });
    await isLocked;
    const refused = await submitTo(fixture)();
    expectHttpError(refused, 503, 'busy', 'locked');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    release();
    await holding;
    await expectNothingLeft(fixture, { written: true });
    await expectRecovery(fixture, submitTo(fixture));
  });

  test('no bytes', async () => {
    const fixture = await makeFaultFixture();
    const refused = await fixture.client.form(fixture.url('uploadWeek'), [week('1'), file('', 'empty.txt')]);
    expectHttpError(refused, 400, 'bad_request', 'empty');
    expect(refused.body.message).toBe('The file is empty. Please choose another one.');
    await expectNothingLeft(fixture);
    await expectRecovery(fixture, submitTo(fixture));
  });

  test('a length that is less than the form, and one that is more', async () => {
    const fixture = await makeFaultFixture();
    const port = await listen(fixture);
    const form = textPart('selectedWeek', '1') + partHead('files', 'work.txt') + 'x'.repeat(1_000) + formEnd;
    const send = (length: number) =>
      openUpload({ ...fixture, port }, fixture.student, fixture.url('uploadWeek'), {
        'content-length': String(length),
      });
    const short = await send(500);
    await short.write(form.slice(0, 500));
    expect(await short.answer).toMatchObject({ status: 400, body: { code: 'bad_request' } });
    await expectNothingLeft(fixture);
    const long = await send(form.length + 500);
    await long.write(form.slice(0, -10));
    await eventually(() => expect(fixture.staged()).toHaveLength(1));
    long.abort();
    await expectNothingLeft(fixture);
    await expectRecovery(fixture, submitTo(fixture));
  });

  test('ten declared gigabytes', { tags: 'full' }, async () => {
    const fixture = await makeFaultFixture();
    const port = await listen(fixture);
    const upload = await openUpload({ ...fixture, port }, fixture.student, fixture.url('uploadWeek'), {
      'content-length': String(10 * 1024 * megabyte),
    });
    await upload.write(textPart('selectedWeek', '1') + partHead('files', 'huge.bin'));
    const chunk = Buffer.alloc(megabyte);
    let poured = 0;
    while (poured < 40 && (await upload.write(chunk))) poured += 1;
    expect(await upload.answer).toMatchObject({
      status: 413,
      body: { code: 'too_large', message: 'A file can have at most 1 MB.' },
    });
    expect(poured).toBeLessThan(40);
    await expectNothingLeft(fixture);
    await expectRecovery(fixture, submitTo(fixture));
  });

  test('names of 300 characters and names that climb', async () => {
    const fixture = await makeFaultFixture();
    for (const [given, kept] of [
      [`${'n'.repeat(300)}.pdf`, `${'n'.repeat(251)}.pdf`],
      ['../../../../etc/passwd', 'passwd'],
      ['..', 'file'],
      ['..\\..\\boot.ini', 'boot.ini'],
    ] as const) {
      const answer = await fixture.client.form(fixture.url('uploadWeek'), [week('1'), file('work', given)]);
      expect([answer.status, answer.body.receipt.file.name]).toEqual([201, kept]);
    }
    expect(fixture.kept()).toHaveLength(1);
  });
});
