import { expect, onTestFinished, test, vi } from 'vitest';
import { buildApp } from '#server/app';
import { buildSelection, buildStudent } from '#support/factories';
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
import { encodeForm, type FormParts } from '#support/test-app';
import { makeDatabase } from '../platform/database/database.ts';

const key = { 'idempotency-key': 'b5c1d2e3' };
const parts = [week('1'), links('https://example.test'), comments('Mine'), file('work')] as const;
const send = (desk: StudentFixture, form: FormParts = parts, headers: Record<string, string> = key) =>
  desk.client.form(desk.url('uploadWeek'), form, headers);
const claims = ({ context }: StudentFixture) =>
  context.database.reader.selectFrom('idempotency_locks').selectAll().execute();

test('the same request gets the same answer for ever, and not a second version', async () => {
  const desk = await makeStudentFixture(8);
  const first = await send(desk);
  desk.clock.advance(400 * dayMs);
  const client = await desk.as(desk.student);
  const second = await client.form(desk.url('uploadWeek'), parts, key);
  expect(first.status).toBe(201);
  expect(second.status).toBe(201);
  expect(second.body).toEqual(first.body);
  expect(await desk.rows()).toHaveLength(1);
  expect(desk.kept()).toHaveLength(1);
  expect(desk.staged()).toEqual([]);
  expect(await claims(desk)).toEqual([]);
});

test('two processes, and one that starts later, give one receipt', async () => {
  const desk = await makeStudentFixture(8);
  const start = async () => {
    const database = makeDatabase(openLocation(desk.databaseLocation));
    const app = await buildApp({ ...desk.context, database }, { pages: null });
    onTestFinished(async () => {
      await app.close();
      await database.close();
    });
    return app;
  };
  const form = encodeForm(parts);
  const headers = { ...form.headers, ...key, cookie: await cookieOf(desk, desk.student) };
  const sendTo = async (app: typeof desk.app) => {
    const request = { method: 'POST' as const, url: desk.url('uploadWeek'), headers, payload: form.body };
    const answer = await app.inject(request);
    return { status: answer.statusCode, body: answer.json(), wait: answer.headers['retry-after'] };
  };
  const other = await start();
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => sendTo(n % 2 === 0 ? desk.app : other)),
  );
  const [made] = answers.filter(({ status }) => status === 201);
  for (const { status, body, wait } of answers) {
    if (status === 201) expect(body).toEqual(made?.body);
    else expect([status, Number(wait) > 0]).toEqual([409, true]);
  }
  const later = await start();
  for (const app of [desk.app, other, later])
    expect(await sendTo(app)).toMatchObject({ status: 201, body: made?.body });
  expect(await desk.rows()).toHaveLength(1);
  expect(desk.staged()).toEqual([]);
});

test.each<[string, FormParts]>([
  ['links', [week('1'), links('https://example.test/2'), comments('Mine'), file('work')]],
  ['comments', [week('1'), links('https://example.test'), comments('mine'), file('work')]],
  ['bytes', [week('1'), links('https://example.test'), comments('Mine'), file('Work')]],
  ['file name', [week('1'), links('https://example.test'), comments('Mine'), file('work', 'other.txt')]],
  ['file: none', [week('1'), links('https://example.test'), comments('Mine')]],
])('the same key with other %s is a conflict', async (_, other) => {
  const desk = await makeStudentFixture(8);
  await send(desk);
  expect(await send(desk, other)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect(await desk.rows()).toHaveLength(1);
  expect(desk.kept()).toHaveLength(1);
  expect(desk.staged()).toEqual([]);
});

test('a key holds within one student and one task', async () => {
  const desk = await makeStudentFixture(15);
  const other = await buildStudent(desk.context);
  await buildSelection(desk.context, { account_id: other.id, started_at: desk.clock.now() - 15 * dayMs });
  const client = await desk.as(other);
  expect((await send(desk)).status).toBe(201);
  expect((await send(desk, [week('2'), comments('Another week')])).status).toBe(201);
  expect(
    (await client.form(`/api/students/uploadWeek/${other.email}`, [week('1'), comments('Other')], key))
      .status,
  ).toBe(201);
  expect(await desk.rows()).toHaveLength(3);
});

test('a key has 1 to 200 characters', async () => {
  const desk = await makeStudentFixture(8);
  for (const [length, status] of [
    [0, 400],
    [1, 201],
    [200, 201],
    [201, 400],
  ] as const) {
    expect((await send(desk, parts, { 'idempotency-key': 'k'.repeat(length) })).status).toBe(status);
  }
});

test('of fifty equal requests at once one takes effect; the others get its answer or are told to wait', async () => {
  const desk = await makeStudentFixture(8);
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(desk)));
  const made = answers.filter(({ status }) => status === 201);
  expect(made.length).toBeGreaterThan(0);
  for (const { body } of made) expect(body).toEqual(made[0]?.body);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(await desk.rows()).toHaveLength(1);
  expect((await send(desk)).body).toEqual(made[0]?.body);
  expect(desk.staged()).toEqual([]);
});

test('a refused hand-in leaves its key free', async () => {
  const desk = await makeStudentFixture(8);
  expect((await send(desk, [week('1')])).status).toBe(400);
  expect(await claims(desk)).toEqual([]);
  expect((await send(desk)).status).toBe(201);
});

test("a dead process's claim frees the key when it expires", async () => {
  const desk = await makeStudentFixture(8);
  await desk.context.database.transaction((writer) =>
    writer
      .insertInto('idempotency_locks')
      .values({
        account_id: desk.student.id,
        task: 'week-1',
        idempotency_key: key['idempotency-key'],
        expires_at: desk.clock.now() + 1_000,
      })
      .execute(),
  );
  const waiting = await send(desk);
  expect(waiting.status).toBe(409);
  expect(Number(waiting.headers['retry-after'])).toBeGreaterThan(0);
  desk.clock.advance(1_000);
  expect((await send(desk)).status).toBe(201);
  expect(await claims(desk)).toEqual([]);
});

async function startUpload(bytes: string) {
  const desk = await makeStudentFixture(8);
  const upload = await openUpload(
    { ...desk, port: await listen(desk) },
    desk.student,
    desk.url('uploadWeek'),
    key,
  );
  await upload.write(
    textPart('selectedWeek', '1') + textPart('comments', 'Mine') + partHead('files', 'work.txt'),
  );
  await upload.write(bytes);
  await vi.waitFor(() => expect(desk.staged()).toHaveLength(1));
  return { desk, upload };
}
const started: FormParts = [week('1'), comments('Mine'), file('work')];

test('while the first is on its way the second is told to wait, and its file is not read', async () => {
  const { desk, upload } = await startUpload('wo');
  const second = await send(desk, started);
  expect(second).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect(Number(second.headers['retry-after'])).toBeGreaterThan(0);
  expect(desk.staged()).toHaveLength(1);
  upload.end(`rk${formEnd}`);
  const first = await upload.answer;
  expect(first.status).toBe(201);
  expect((await send(desk, started)).body).toEqual(first.body);
  expect(await desk.rows()).toHaveLength(1);
});

test('when a claim is lost on the way, the row alone decides: one version, one answer', async () => {
  for (const [bytes, status] of [
    ['work', 201],
    ['other', 409],
  ] as const) {
    const { desk, upload } = await startUpload(bytes);
    await desk.context.database.transaction((writer) => writer.deleteFrom('idempotency_locks').execute());
    const second = await send(desk, started);
    expect(second.status).toBe(201);
    upload.end(formEnd);
    const first = await upload.answer;
    expect(first.status).toBe(status);
    if (status === 201) expect(first.body).toEqual(second.body);
    expect(await desk.rows()).toHaveLength(1);
    expect(desk.staged()).toEqual([]);
  }
});

test('a claim is extended for as long as the upload runs', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const { desk, upload } = await startUpload('wo');
    const [before] = await claims(desk);
    for (let seconds = 0; seconds < 120; seconds += 10) {
      desk.clock.advance(10_000);
      await vi.advanceTimersByTimeAsync(10_000);
      await vi.waitFor(async () => {
        const [claim] = await claims(desk);
        expect(claim?.expires_at).toBeGreaterThan(desk.clock.now() + 10_000);
      });
    }
    expect(before?.expires_at).toBeLessThan(desk.clock.now());
    expect((await send(desk, started)).status).toBe(409);
    upload.end(`rk${formEnd}`);
    expect((await upload.answer).status).toBe(201);
    expect(await claims(desk)).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});
