import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { expectHttpError } from '#support/expect-http-error';
import { comments, file, makeStudentFixture, week, type StudentFixture } from '#support/student-fixture';
import { openLocation } from '#support/locations';
import { makeDatabase } from '../../platform/database/database.ts';
import { receiptKey } from './receipt-key.ts';
import { isSignedBy, makeKeyPair, signReceipt } from './receipt-signature.ts';

async function handIn(desk: StudentFixture, bytes = 'my work'): Promise<any> {
  const { status, body } = await desk.client.form(desk.url('uploadWeek'), [
    week('1'),
    comments('ചെയ്തു'),
    file(bytes, 'പണി.txt'),
  ]);
  expect(status).toBe(201);
  return body.receipt;
}

async function readSigned(desk: StudentFixture): Promise<any> {
  const { number } = await handIn(desk);
  const { status, body } = await desk.client.get(`/api/receipts/${number}`);
  expect(status).toBe(200);
  return body;
}

const verdictOf = async (desk: StudentFixture, claim: object): Promise<unknown> => {
  const { status, body } = await desk.nobody.post('/api/receipts/verify', claim);
  expect(status).toBe(200);
  return body;
};

test("a signed receipt is the wire's receipt with whose it is, where, and a signature over all of it", async () => {
  const desk = await makeStudentFixture(8, {
    settings: { academyName: 'Academy', academyZone: 'Asia/Kolkata' },
  });
  const receipt = await handIn(desk);
  const { body } = await desk.client.get(`/api/receipts/${receipt.number}`);
  const { key } = (await desk.nobody.get('/api/receipts/key')).body;
  expect(body).toEqual({
    ...receipt,
    student: { s_id: desk.student.email, s_name: desk.student.name },
    academy: 'Academy',
    zone: 'Asia/Kolkata',
    key,
    signature: expect.stringMatching(/^[\w-]{86}$/),
  });
  expect(isSignedBy(body, key)).toBe(true);
});

test('an unknown receipt is 404, and its number stays unknown', async () => {
  const desk = await makeStudentFixture(8);
  expectHttpError(await desk.client.get('/api/receipts/CAP-0'), 404, 'not_found', 'receipt');
  expect(await verdictOf(desk, { ...(await readSigned(desk)), number: 'CAP-0' })).toEqual({
    verdict: 'unknown',
  });
  expect(await verdictOf(desk, { number: 'CAP-0', sha256: 'a'.repeat(64) })).toEqual({ verdict: 'unknown' });
});

test('a receipt as it was given out is genuine, also once its student has another name and batch', async () => {
  const desk = await makeStudentFixture(8);
  const signed = await readSigned(desk);
  expect(await verdictOf(desk, signed)).toEqual({ verdict: 'genuine' });
  await desk.context.database.transaction((writer) =>
    writer
      .updateTable('accounts')
      .set({ name: 'Married Name', batch_id: null })
      .where('id', '=', desk.student.id)
      .execute(),
  );
  expect(await verdictOf(desk, signed)).toEqual({ verdict: 'genuine' });
  const anew = (await desk.client.get(`/api/receipts/${signed.number}`)).body;
  expect(anew.student.s_name).toBe('Married Name');
  expect(await verdictOf(desk, anew)).toEqual({ verdict: 'genuine' });
});

test('whatever else is changed, taken away or added makes it altered', async () => {
  const desk = await makeStudentFixture(8);
  const signed = await readSigned(desk);
  const changes: object[] = [
    { task: 'week-2' },
    { version: 2 },
    { version: '1' },
    { late: true },
    { submitted_at: '2026-11-20T09:00:00.000Z' },
    { links: 'https://example.test' },
    { comments: '' },
    { file: null },
    { file: { ...signed.file, bytes: 8 } },
    { file: { ...signed.file, sha256: 'b'.repeat(64) } },
    { file: { ...signed.file, extra: 1 } },
    { student: { ...signed.student, s_name: 'Somebody Else' } },
    { academy: 'Another' },
    { zone: 'UTC' },
    { key: makeKeyPair().publicKey },
    { signature: undefined },
    { marks: 100 },
    { sha256: signed.file.sha256 },
  ];
  for (const change of changes) {
    expect(await verdictOf(desk, { ...signed, ...change }), JSON.stringify(change)).toEqual({
      verdict: 'altered',
    });
  }
});

test("somebody else's key signs nothing", async () => {
  const desk = await makeStudentFixture(8);
  const pair = makeKeyPair();
  const { signature: _, ...rest } = { ...(await readSigned(desk)), key: pair.publicKey };
  expect(await verdictOf(desk, { ...rest, signature: signReceipt(rest, pair) })).toEqual({
    verdict: 'altered',
  });
});

test('a signature alone does not do: the row must say the same', async () => {
  const desk = await makeStudentFixture(8);
  const { signature: _, ...rest } = { ...(await readSigned(desk)), comments: 'never handed in' };
  const forged = { ...rest, signature: signReceipt(rest, await receiptKey(desk.context)) };
  expect(await verdictOf(desk, forged)).toEqual({ verdict: 'altered' });
});

test("a file's hash under its receipt's number is genuine, any other altered", async () => {
  const desk = await makeStudentFixture(8);
  const { number, file } = await handIn(desk);
  expect(await verdictOf(desk, { number, sha256: file.sha256 })).toEqual({ verdict: 'genuine' });
  expect(await verdictOf(desk, { number, sha256: file.sha256.toUpperCase() })).toEqual({
    verdict: 'genuine',
  });
  expect(await verdictOf(desk, { number, sha256: 'b'.repeat(64) })).toEqual({ verdict: 'altered' });
  const without = await desk.client.form(desk.url('uploadWeek'), [week('1'), comments('No file')]);
  expect(await verdictOf(desk, { number: without.body.receipt.number, sha256: 'b'.repeat(64) })).toEqual({
    verdict: 'altered',
  });
});

test.each([
  [{}, 'number must be a receipt'],
  [{ number: 7 }, 'number must be a receipt'],
  [{ number: 'x'.repeat(101) }, 'number must be a receipt'],
  [{ number: 'CAP-1' }, 'SHA-256'],
  [{ number: 'CAP-1', sha256: 'abc' }, 'SHA-256'],
  [{ number: 'CAP-1', sha256: ['a'] }, 'SHA-256'],
  [{ number: 'CAP-1', task: 'a\0b' }, 'NUL'],
])('what is no claim is told so (%#)', async (claim, words) => {
  const { nobody } = await makeStudentFixture(null);
  const answer = await nobody.post('/api/receipts/verify', claim);
  expectHttpError(answer, 400, 'bad_request', 'claim');
  expect(answer.body.message).toContain(words);
});

test('a receipt nested without end is refused, not walked through', async () => {
  const { nobody } = await makeStudentFixture(null);
  const payload = `{"number":"CAP-1","links":${'['.repeat(60_000)}${']'.repeat(60_000)}}`;
  const headers = { 'content-type': 'application/json' };
  const answer = await nobody.send({ method: 'POST', url: '/api/receipts/verify', payload, headers });
  expectHttpError(answer, 400, 'bad_request', 'claim');
});

test('two processes that meet in making the first key end with one', async () => {
  const { context, databaseLocation } = await makeStudentFixture(null);
  // Back to the moment before: the trigger forbids it to everybody else.
  const blank = async () => {
    const engine = openLocation(databaseLocation);
    if (engine.name === 'sqlite') await sql`drop trigger receipt_key_no_delete`.execute(engine.writer);
    else await sql`drop trigger receipt_key_no_delete on receipt_key`.execute(engine.writer);
    await engine.writer.deleteFrom('receipt_key').execute();
    await engine.close();
  };
  await blank();
  const others = Array.from({ length: 4 }, () => makeDatabase(openLocation(databaseLocation)));
  const keys = await Promise.all(others.map((database) => receiptKey({ ...context, database })));
  const rows = await context.database.reader.selectFrom('receipt_key').select('public_key').execute();
  for (const database of others) await database.close();
  expect(rows).toHaveLength(1);
  expect(new Set(keys.map(({ publicKey }) => publicKey))).toEqual(new Set([rows[0]?.public_key]));
});
