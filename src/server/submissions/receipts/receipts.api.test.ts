import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { expectHttpError } from '#support/expect-http-error';
import { comments, file, makeStudentFixture, week, type StudentFixture } from '#support/student-fixture';
import { openLocation } from '#support/locations';
import { makeDatabase } from '../../platform/database/database.ts';
import { receiptKeys } from './receipt-key.ts';
import { makeKeyPair } from '../../platform/signing/key-pair.ts';
import { isSignedBy, signReceipt } from './receipt-signature.ts';

async function submit(fixture: StudentFixture, bytes = 'my work'): Promise<any> {
  const { status, body } = await fixture.client.form(fixture.url('uploadWeek'), [
    week('1'),
    comments('ചെയ്തു'),
    file(bytes, 'പണി.txt'),
  ]);
  expect(status).toBe(201);
  return body.receipt;
}

async function readSigned(fixture: StudentFixture): Promise<any> {
  const { number } = await submit(fixture);
  const { status, body } = await fixture.client.get(`/api/receipts/${number}`);
  expect(status).toBe(200);
  return body;
}

const verdictOf = async (fixture: StudentFixture, candidate: object): Promise<unknown> => {
  const { status, body } = await fixture.nobody.post('/api/receipts/verify', candidate);
  expect(status).toBe(200);
  return body;
};

test("a signed receipt is the wire's receipt with whose it is, where, and a signature over all of it", async () => {
  const fixture = await makeStudentFixture(8, {
    settings: { academyName: 'Academy', academyZone: 'Asia/Kolkata' },
  });
  const receipt = await submit(fixture);
  const { body } = await fixture.client.get(`/api/receipts/${receipt.number}`);
  const { key } = (await fixture.nobody.get('/api/receipts/key')).body;
  expect(body).toEqual({
    ...receipt,
    student: { s_id: fixture.student.email, s_name: fixture.student.name },
    academy: 'Academy',
    zone: 'Asia/Kolkata',
    key,
    signature: expect.stringMatching(/^[\w-]{86}$/),
  });
  expect(isSignedBy(body, key)).toBe(true);
});

test('an unknown receipt is 404, and its number stays unknown', async () => {
  const fixture = await makeStudentFixture(8);
  expectHttpError(await fixture.client.get('/api/receipts/CAP-0'), 404, 'not_found', 'receipt');
  expect(await verdictOf(fixture, { ...(await readSigned(fixture)), number: 'CAP-0' })).toEqual({
    verdict: 'unknown',
  });
  expect(await verdictOf(fixture, { number: 'CAP-0', sha256: 'a'.repeat(64) })).toEqual({
    verdict: 'unknown',
  });
});

test('a receipt as it was given out is genuine, also once its student has another name and batch', async () => {
  const fixture = await makeStudentFixture(8);
  const signed = await readSigned(fixture);
  expect(await verdictOf(fixture, signed)).toEqual({ verdict: 'genuine' });
  await fixture.context.database.transaction((writer) =>
    writer
      .updateTable('accounts')
      .set({ name: 'Married Name', batch_id: null })
      .where('id', '=', fixture.student.id)
      .execute(),
  );
  expect(await verdictOf(fixture, signed)).toEqual({ verdict: 'genuine' });
  const anew = (await fixture.client.get(`/api/receipts/${signed.number}`)).body;
  expect(anew.student.s_name).toBe('Married Name');
  expect(await verdictOf(fixture, anew)).toEqual({ verdict: 'genuine' });
});

test('whatever else is changed, taken away or added makes it altered', async () => {
  const fixture = await makeStudentFixture(8);
  const signed = await readSigned(fixture);
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
    expect(await verdictOf(fixture, { ...signed, ...change }), JSON.stringify(change)).toEqual({
      verdict: 'altered',
    });
  }
});

test("somebody else's key signs nothing", async () => {
  const fixture = await makeStudentFixture(8);
  const pair = makeKeyPair();
  const { signature: _, ...rest } = { ...(await readSigned(fixture)), key: pair.publicKey };
  expect(await verdictOf(fixture, { ...rest, signature: signReceipt(rest, pair) })).toEqual({
    verdict: 'altered',
  });
});

test('a signature alone does not do: the row must say the same', async () => {
  const fixture = await makeStudentFixture(8);
  const { signature: _, ...rest } = { ...(await readSigned(fixture)), comments: 'never handed in' };
  const forged = { ...rest, signature: signReceipt(rest, await receiptKeys(fixture.context)) };
  expect(await verdictOf(fixture, forged)).toEqual({ verdict: 'altered' });
});

test("a file's hash under its receipt's number is genuine, any other altered", async () => {
  const fixture = await makeStudentFixture(8);
  const { number, file } = await submit(fixture);
  expect(await verdictOf(fixture, { number, sha256: file.sha256 })).toEqual({ verdict: 'genuine' });
  expect(await verdictOf(fixture, { number, sha256: file.sha256.toUpperCase() })).toEqual({
    verdict: 'genuine',
  });
  expect(await verdictOf(fixture, { number, sha256: 'b'.repeat(64) })).toEqual({ verdict: 'altered' });
  const without = await fixture.client.form(fixture.url('uploadWeek'), [week('1'), comments('No file')]);
  expect(await verdictOf(fixture, { number: without.body.receipt.number, sha256: 'b'.repeat(64) })).toEqual({
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
])('what is neither a receipt nor a number with a hash is refused (%#)', async (candidate, words) => {
  const { nobody } = await makeStudentFixture(null);
  const answer = await nobody.post('/api/receipts/verify', candidate);
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

test('a receipt that says a thing twice is refused: to another reader it would be the other one', async () => {
  const fixture = await makeStudentFixture(8);
  const text = JSON.stringify(await readSigned(fixture));
  const post = (payload: string) =>
    fixture.nobody.send({
      method: 'POST',
      url: '/api/receipts/verify',
      payload,
      headers: { 'content-type': 'application/json' },
    });
  expect((await post(text)).body).toEqual({ verdict: 'genuine' });
  for (const [once, twice] of [
    ['"late":', '"late":true,"late":'],
    ['"late":', '"l\\u0061te":true,"late":'],
    ['"bytes":', '"bytes":1,"bytes":'],
  ] as const) {
    const answer = await post(text.replace(once, twice));
    expectHttpError(answer, 400, 'bad_request', 'claim');
    expect(answer.body.message).toContain('two members');
  }
});

test('two processes that meet in making the first key end with one', async () => {
  const { context, databaseLocation } = await makeStudentFixture(null);
  // Back to the moment before: the trigger forbids it to everybody else.
  const blank = async () => {
    const engine = openLocation(databaseLocation);
    for (const table of ['receipt_key', 'receipt_keys']) {
      const on = engine.name === 'sqlite' ? '' : ` on ${table}`;
      await sql.raw(`drop trigger ${table}_no_delete${on}`).execute(engine.writer);
    }
    for (const table of ['receipt_private_keys', 'receipt_keys', 'receipt_key'] as const) {
      await engine.writer.deleteFrom(table).execute();
    }
    await engine.close();
  };
  await blank();
  const others = Array.from({ length: 4 }, () => makeDatabase(openLocation(databaseLocation)));
  const keys = await Promise.all(others.map((database) => receiptKeys({ ...context, database })));
  const rows = await context.database.reader.selectFrom('receipt_keys').select('public_key').execute();
  for (const database of others) await database.close();
  expect(rows).toHaveLength(1);
  expect(new Set(keys.map(({ publicKey }) => publicKey))).toEqual(new Set([rows[0]?.public_key]));
});
