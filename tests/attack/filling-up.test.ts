import { expect, test } from 'vitest';
import { dayMs, hourMs } from '#contract/durations';
import { buildStudent } from '#support/factories';
import { readAuditLog } from '#support/read-audit-log';
import { comments, file, makeStudentFixture, week, type StudentFixture } from '#support/student-fixture';
import { begin, patch, idOf, uploadWhole } from '#support/tus';
import { liftLimits } from '#server/accounts/lift-limits';

/** What somebody gains who submits, uploads or asks without end. */

const megabyte = 1024 * 1024;
const submit = (
  { client, url }: Pick<StudentFixture, 'client' | 'url'>,
  key?: string,
  bytes: string | Buffer | null = null,
) =>
  client.form(
    url('uploadWeek'),
    [week('1'), comments('x'), ...(bytes === null ? [] : [file(bytes)])],
    key === undefined ? {} : { 'idempotency-key': key },
  );
const quotaOf = (settings: Parameters<typeof makeStudentFixture>[1]) => makeStudentFixture(8, settings);

test('versions without end: beyond those of a day they are refused, and none that is there already', async () => {
  const fixture = await quotaOf({ settings: { submissionsADay: 2 } });
  const first = await submit(fixture, 'first');
  fixture.clock.advance(hourMs);
  expect([first.status, (await submit(fixture)).status]).toEqual([201, 201]);
  for (const key of [undefined, 'third']) {
    const refused = await submit(fixture, key);
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: 'too_many',
        message:
          'You have reached the limit of 2 submissions a day. Please try again in 23 hours, or ask the office.',
      },
    });
    expect(Number(refused.headers['retry-after'])).toBe(23 * 3_600);
  }
  const again = await submit(fixture, 'first');
  expect(again, 'a repetition is no new one').toMatchObject({ status: 201, body: first.body });
  fixture.clock.advance(23 * hourMs);
  expect((await submit(fixture, 'third')).status, 'its key is free').toBe(201);
  expect(await fixture.rows()).toHaveLength(3);
});

test('the disk, by files: beyond the bytes of a day nothing is kept', async () => {
  const fixture = await quotaOf({ settings: { submissionBytesADay: 2 * megabyte } });
  const whole = Buffer.alloc(megabyte, 'a');
  expect((await submit(fixture, 'a', whole)).status).toBe(201);
  expect((await submit(fixture, 'b', Buffer.alloc(megabyte + 1, 'b'))).status).toBe(429);
  expect([fixture.kept().length, fixture.staged()]).toEqual([1, []]);
  expect((await submit(fixture, 'c', Buffer.alloc(megabyte, 'c'))).status, 'what still fits').toBe(201);
  const refused = await submit(fixture, 'd', 'one more');
  expect(refused.body.message).toMatch(/^You have reached the limit of 2 MB a day\./);
  expect((await submit(fixture)).status, 'words alone are no bytes').toBe(201);
});

test('the disk, by uploads that are never submitted', async () => {
  const fixture = await quotaOf({ settings: { submissionBytesADay: 2 * megabyte, unfinishedUploads: 3 } });
  const first = idOf(await begin(fixture.client, { length: megabyte }));
  expect((await begin(fixture.client, { length: megabyte })).status).toBe(201);
  expect(await begin(fixture.client, { length: 1 })).toMatchObject({
    status: 429,
    body: { code: 'too_many' },
  });
  await fixture.client.delete(`/api/uploads/${first}`, { 'tus-resumable': '1.0.0' });
  for (let n = 0; n < 5; n++) expect((await begin(fixture.client, { length: 5 })).status).toBe(201);
  const { reader } = fixture.context.database;
  expect(await reader.selectFrom('uploads').select('id').execute()).toHaveLength(3);
});

test('a file of an upload counts once, and its repetition never', async () => {
  const fixture = await quotaOf({ settings: { submissionBytesADay: 10 } });
  const id = await uploadWhole(fixture.client, 'ten bytes.');
  const send = () =>
    fixture.client.form(fixture.url('uploadWeek'), [week('1'), ['upload', id]], { 'idempotency-key': 'k' });
  const [first, again] = [await send(), await send()];
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(first.body);
  const other = idOf(await begin(fixture.client, { length: 1 }));
  expect((await patch(fixture.client, other, 'x')).status, 'no upload was begun').toBe(404);
});

test('what staff have lifted for one, by everybody', async () => {
  const fixture = await quotaOf({ settings: { submissionsADay: 1 } });
  const { context, clock, student } = fixture;
  await submit(fixture);
  expect((await submit(fixture)).status).toBe(429);
  const other = await buildStudent(context);
  await liftLimits(context, { address: other.email, days: 7, actorId: null });
  expect((await submit(fixture)).status, 'somebody else’s').toBe(429);
  const { until } = await liftLimits(context, {
    address: ` ${student.email.toUpperCase()}`,
    days: 7,
    actorId: null,
  });
  expect(until).toBe(clock.now() + 7 * dayMs);
  expect((await submit(fixture)).status).toBe(201);
  await liftLimits(context, { address: student.email, days: 0, actorId: null });
  expect((await submit(fixture)).status).toBe(429);
  await liftLimits(context, { address: student.email, days: 1, actorId: null });
  clock.advance(dayMs - 1);
  expect((await submit(fixture)).status).toBe(201);
  clock.advance(1);
  expect((await submit(fixture)).status, 'it ends by itself').toBe(429);
  expect((await readAuditLog(fixture)).filter(({ act }) => act === 'lift-limits')).toHaveLength(4);
});

test('a mailbox that belongs to somebody else, by receipts', async () => {
  const fixture = await quotaOf({ settings: { mailsADay: 2 } });
  for (let n = 0; n < 4; n++) expect((await submit(fixture)).status).toBe(201);
  const mails = () => fixture.context.database.reader.selectFrom('outbox').select('id').execute();
  expect(await mails()).toHaveLength(2);
  fixture.clock.advance(dayMs);
  expect((await submit(fixture)).status).toBe(201);
  expect(await mails()).toHaveLength(3);
});

test('what staff have lifted holds for words in the forum, too', async () => {
  const { client, context, student } = await quotaOf({ settings: { forumPostsPerHour: 1 } });
  const ask = () => client.post(`/api/discussion/discussion/${student.email}/question`, { question: 'Why?' });
  expect([(await ask()).status, (await ask()).status]).toEqual([201, 429]);
  await liftLimits(context, { address: student.email, days: 1, actorId: null });
  expect((await ask()).status).toBe(201);
});
