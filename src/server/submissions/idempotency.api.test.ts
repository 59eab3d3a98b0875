import { expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '#support/eventually';
import { buildApp } from '#server/app';
import { buildAdministrator, buildSelection, buildStudent } from '#support/factories';
import {
  comments,
  dayMs,
  file,
  links,
  makeStudentFixture,
  week,
  type StudentFixture,
} from '#support/student-fixture';
import { cookieOf, formEnd, listen, openUpload, partHead, textPart } from '#support/open-upload';
import { openLocation } from '#support/locations';
import { encodeForm, type FormParts } from '#support/encode-form';
import { endSelection } from '../selections/end-selection.ts';
import { insertSelection } from '../selections/insert-selection.ts';
import { makeDatabase } from '../platform/database/database.ts';

const key = { 'idempotency-key': 'b5c1d2e3' };
const parts = [week('1'), links('https://example.test'), comments('Mine'), file('work')] as const;
const send = (fixture: StudentFixture, form: FormParts = parts, headers: Record<string, string> = key) =>
  fixture.client.form(fixture.url('uploadWeek'), form, headers);
const locks = ({ context }: StudentFixture) =>
  context.database.reader.selectFrom('idempotency_locks').selectAll().execute();

test('the same request gets the same answer for ever, and not a second version', async () => {
  const fixture = await makeStudentFixture(8);
  const first = await send(fixture);
  fixture.clock.advance(400 * dayMs);
  const client = await fixture.as(fixture.student);
  const second = await client.form(fixture.url('uploadWeek'), parts, key);
  expect(first.status).toBe(201);
  expect(second.status).toBe(201);
  expect(second.body).toEqual(first.body);
  expect(await fixture.rows()).toHaveLength(1);
  expect(fixture.kept()).toHaveLength(1);
  expect(fixture.staged()).toEqual([]);
  expect(await locks(fixture)).toEqual([]);
});

test.each([
  ['the choice was undone', null],
  ['the corrected start closes the task', 1],
])('a repetition gets its receipt after %s; a new request is refused', async (_, days) => {
  const fixture = await makeStudentFixture(8);
  const { context, clock, student } = fixture;
  const first = await send(fixture);
  const change = { actorId: (await buildAdministrator(context)).id, at: clock.now(), reason: 'Wrong' };
  await context.database.transaction(async (writer) => {
    const endedAs = days === null ? 'undone' : 'corrected';
    const { projectId, startedAt } = await endSelection(writer, student.id, endedAs, change);
    if (days === null) return;
    const corrected = { accountId: student.id, projectId, startedAt: clock.now() - days * dayMs };
    await insertSelection(writer, { ...corrected, chosenAt: startedAt });
  });
  const again = await send(fixture);
  expect([again.status, again.body]).toEqual([201, first.body]);
  // Of a form without script, whose key is its first field.
  const posted = await send(fixture, [['Idempotency-Key', key['idempotency-key']], ...parts], {});
  expect([posted.status, posted.body]).toEqual([201, first.body]);
  const refused = { status: days === null ? 409 : 403 };
  expect(await send(fixture, parts, { 'idempotency-key': 'another' })).toMatchObject(refused);
  expect(await send(fixture, parts, {})).toMatchObject(refused);
  expect(await send(fixture, [week('9')], { 'idempotency-key': 'x' })).toMatchObject({
    status: days === null ? 409 : 400,
  });
  expect(await fixture.rows()).toHaveLength(1);
  expect(fixture.staged()).toEqual([]);
  expect(await locks(fixture)).toEqual([]);
});

test('two processes, and one that starts later, give one receipt', async () => {
  const fixture = await makeStudentFixture(8);
  const start = async () => {
    const database = makeDatabase(openLocation(fixture.databaseLocation));
    const app = await buildApp({ ...fixture.context, database }, { pages: null });
    onTestFinished(async () => {
      await app.close();
      await database.close();
    });
    return app;
  };
  const form = encodeForm(parts);
  const headers = { ...form.headers, ...key, cookie: await cookieOf(fixture, fixture.student) };
  const sendTo = async (app: typeof fixture.app) => {
    const request = { method: 'POST' as const, url: fixture.url('uploadWeek'), headers, payload: form.body };
    const answer = await app.inject(request);
    return { status: answer.statusCode, body: answer.json(), wait: answer.headers['retry-after'] };
  };
  const other = await start();
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => sendTo(n % 2 === 0 ? fixture.app : other)),
  );
  const [made] = answers.filter(({ status }) => status === 201);
  for (const { status, body, wait } of answers) {
    if (status === 201) expect(body).toEqual(made?.body);
    else expect([status, Number(wait) > 0]).toEqual([409, true]);
  }
  const later = await start();
  for (const app of [fixture.app, other, later])
    expect(await sendTo(app)).toMatchObject({ status: 201, body: made?.body });
  expect(await fixture.rows()).toHaveLength(1);
  expect(fixture.staged()).toEqual([]);
});

test.each<[string, FormParts]>([
  ['links', [week('1'), links('https://example.test/2'), comments('Mine'), file('work')]],
  ['comments', [week('1'), links('https://example.test'), comments('mine'), file('work')]],
  ['bytes', [week('1'), links('https://example.test'), comments('Mine'), file('Work')]],
  ['file name', [week('1'), links('https://example.test'), comments('Mine'), file('work', 'other.txt')]],
  ['file: none', [week('1'), links('https://example.test'), comments('Mine')]],
])('the same key with other %s is a conflict', async (_, other) => {
  const fixture = await makeStudentFixture(8);
  await send(fixture);
  expect(await send(fixture, other)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect(await fixture.rows()).toHaveLength(1);
  expect(fixture.kept()).toHaveLength(1);
  expect(fixture.staged()).toEqual([]);
});

test('a key holds within one student and one task', async () => {
  const fixture = await makeStudentFixture(15);
  const other = await buildStudent(fixture.context);
  await buildSelection(fixture.context, {
    account_id: other.id,
    started_at: fixture.clock.now() - 15 * dayMs,
  });
  const client = await fixture.as(other);
  expect((await send(fixture)).status).toBe(201);
  expect((await send(fixture, [week('2'), comments('Another week')])).status).toBe(201);
  expect(
    (await client.form(`/api/students/uploadWeek/${other.email}`, [week('1'), comments('Other')], key))
      .status,
  ).toBe(201);
  expect(await fixture.rows()).toHaveLength(3);
});

test('a key has 1 to 200 characters', async () => {
  const fixture = await makeStudentFixture(8);
  for (const [length, status] of [
    [0, 400],
    [1, 201],
    [200, 201],
    [201, 400],
  ] as const) {
    expect((await send(fixture, parts, { 'idempotency-key': 'k'.repeat(length) })).status).toBe(status);
  }
});

test('of fifty equal requests at once one takes effect; the others get its answer or are told to wait', async () => {
  const fixture = await makeStudentFixture(8);
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(fixture)));
  const made = answers.filter(({ status }) => status === 201);
  expect(made.length).toBeGreaterThan(0);
  for (const { body } of made) expect(body).toEqual(made[0]?.body);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(await fixture.rows()).toHaveLength(1);
  expect((await send(fixture)).body).toEqual(made[0]?.body);
  expect(fixture.staged()).toEqual([]);
});

test('a refused submission leaves its key free', async () => {
  const fixture = await makeStudentFixture(8);
  expect((await send(fixture, [week('1')])).status).toBe(400);
  expect(await locks(fixture)).toEqual([]);
  expect((await send(fixture)).status).toBe(201);
});

test("a dead process's idempotency lock frees the key when it expires", async () => {
  const fixture = await makeStudentFixture(8);
  await fixture.context.database.transaction((writer) =>
    writer
      .insertInto('idempotency_locks')
      .values({
        account_id: fixture.student.id,
        task: 'week-1',
        idempotency_key: key['idempotency-key'],
        expires_at: fixture.clock.now() + 1_000,
      })
      .execute(),
  );
  const waiting = await send(fixture);
  expect(waiting.status).toBe(409);
  expect(Number(waiting.headers['retry-after'])).toBeGreaterThan(0);
  fixture.clock.advance(1_000);
  expect((await send(fixture)).status).toBe(201);
  expect(await locks(fixture)).toEqual([]);
});

async function startUpload(bytes: string) {
  const fixture = await makeStudentFixture(8);
  const upload = await openUpload(
    { ...fixture, port: await listen(fixture) },
    fixture.student,
    fixture.url('uploadWeek'),
    key,
  );
  await upload.write(
    textPart('selectedWeek', '1') + textPart('comments', 'Mine') + partHead('files', 'work.txt'),
  );
  await upload.write(bytes);
  await eventually(() => expect(fixture.staged()).toHaveLength(1));
  return { fixture, upload };
}
const started: FormParts = [week('1'), comments('Mine'), file('work')];

test('while the first is under way the second is told to wait, and its file is not read', async () => {
  const { fixture, upload } = await startUpload('wo');
  const second = await send(fixture, started);
  expect(second).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect(Number(second.headers['retry-after'])).toBeGreaterThan(0);
  expect(fixture.staged()).toHaveLength(1);
  upload.end(`rk${formEnd}`);
  const first = await upload.answer;
  expect(first.status).toBe(201);
  expect((await send(fixture, started)).body).toEqual(first.body);
  expect(await fixture.rows()).toHaveLength(1);
});

test('when an idempotency lock is lost under way, the row alone decides: one version, one answer', async () => {
  for (const [bytes, status] of [
    ['work', 201],
    ['other', 409],
  ] as const) {
    const { fixture, upload } = await startUpload(bytes);
    await fixture.context.database.transaction((writer) => writer.deleteFrom('idempotency_locks').execute());
    const second = await send(fixture, started);
    expect(second.status).toBe(201);
    upload.end(formEnd);
    const first = await upload.answer;
    expect(first.status).toBe(status);
    if (status === 201) expect(first.body).toEqual(second.body);
    expect(await fixture.rows()).toHaveLength(1);
    expect(fixture.staged()).toEqual([]);
  }
});

test('an idempotency lock is renewed for as long as the upload runs', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const { fixture, upload } = await startUpload('wo');
    const [before] = await locks(fixture);
    for (let seconds = 0; seconds < 120; seconds += 10) {
      fixture.clock.advance(10_000);
      await vi.advanceTimersByTimeAsync(10_000);
      await eventually(async () => {
        const [lock] = await locks(fixture);
        expect(lock?.expires_at).toBeGreaterThan(fixture.clock.now() + 10_000);
      });
    }
    expect(before?.expires_at).toBeLessThan(fixture.clock.now());
    expect((await send(fixture, started)).status).toBe(409);
    upload.end(`rk${formEnd}`);
    expect((await upload.answer).status).toBe(201);
    expect(await locks(fixture)).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});
