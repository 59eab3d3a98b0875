import { expect, onTestFinished, test } from 'vitest';
import type { AppContext } from '#server/platform/context';
import { makeSealing } from '#server/platform/settings/sealing';
import { SettingsError } from '#server/platform/settings/settings';
import { openLocation } from '#support/locations';
import { readAuditLog } from '#support/read-audit-log';
import { comments, makeStudentFixture, week, type StudentFixture } from '#support/student-fixture';
import { makeDatabase } from '../../platform/database/database.ts';
import { receiptKeys, rotateReceiptKey } from './receipt-key.ts';
import { isSignedBy, signReceipt } from './receipt-signature.ts';

const [one, two] = ['1'.repeat(32), '2'.repeat(32)];

/** The same database as another process sees it, with the operator's keys. */
function startAgain({ context, databaseLocation }: StudentFixture, ...keys: string[]): AppContext {
  const database = makeDatabase(openLocation(databaseLocation));
  onTestFinished(() => database.close());
  const [first, ...others] = keys;
  const sealing = first === undefined ? null : makeSealing([first, ...others]);
  return { ...context, database, secrets: { ...context.secrets, keys: sealing } };
}

async function readSigned(fixture: StudentFixture): Promise<any> {
  const { body } = await fixture.client.form(fixture.url('uploadWeek'), [week('1'), comments('done')]);
  return (await fixture.client.get(`/api/receipts/${body.receipt.number}`)).body;
}

const verdictOf = async (fixture: StudentFixture, receipt: object): Promise<string> =>
  (await fixture.nobody.post('/api/receipts/verify', receipt)).body.verdict;

/** Everything that the database keeps of keys. */
async function stored({ context: { database } }: StudentFixture): Promise<string> {
  const tables = ['receipt_key', 'receipt_keys', 'receipt_private_keys'] as const;
  return JSON.stringify(
    await Promise.all(tables.map((table) => database.reader.selectFrom(table).selectAll().execute())),
  );
}

const oldestProgram = async ({ context: { database } }: StudentFixture): Promise<number> =>
  (await database.reader.selectFrom('schema_range').select('oldest_program').executeTakeFirstOrThrow())
    .oldest_program;

test('receipts of every key there was stay genuine, and the newest key signs', async () => {
  const fixture = await makeStudentFixture(8);
  const receipts = [await readSigned(fixture)];
  for (let round = 0; round < 2; round += 1) {
    const { before, after } = await rotateReceiptKey(fixture.context);
    expect(before).toBe(receipts.at(-1).key);
    receipts.push(await readSigned(fixture));
    expect(receipts.at(-1).key).toBe(after);
  }
  expect(new Set(receipts.map(({ key }) => key)).size).toBe(3);
  for (const receipt of receipts) {
    expect(await verdictOf(fixture, receipt)).toBe('genuine');
    expect(isSignedBy(receipt, receipt.key)).toBe(true);
    expect(await verdictOf(fixture, { ...receipt, late: true })).toBe('altered');
  }
  const [first, second, third] = receipts;
  expect((await fixture.nobody.get('/api/receipts/key')).body).toMatchObject({
    key: third.key,
    former_keys: [second.key, first.key],
  });
  const events = await readAuditLog(fixture);
  expect(events.filter(({ act }) => act === 'rotate-receipt-key')).toMatchObject([
    { subject: second.key },
    { subject: third.key },
  ]);
});

test('a key of before signs nothing any more: its private half is gone', async () => {
  const fixture = await makeStudentFixture(8);
  const { privateKey } = await receiptKeys(fixture.context);
  expect(await stored(fixture)).toContain(privateKey);
  await rotateReceiptKey(fixture.context);
  expect(await stored(fixture)).not.toContain(privateKey);
  expect(await oldestProgram(fixture)).toBeGreaterThanOrEqual(27);
});

test('another process signs with the new key within seconds, and knows its receipts at once', async () => {
  const fixture = await makeStudentFixture(8);
  await readSigned(fixture);
  const other = startAgain(fixture);
  const { after } = await rotateReceiptKey(other);
  const row = await readSigned(fixture);
  expect(await verdictOf(fixture, row)).toBe('genuine');
  const { signature: _, ...rest } = { ...row, key: after };
  const ofOther = { ...rest, signature: signReceipt(rest, await receiptKeys(other)) };
  expect(await verdictOf(fixture, ofOther)).toBe('genuine');
  fixture.clock.advance(5_000);
  expect((await readSigned(fixture)).key).toBe(after);
});

test("with the operator's key the private half is sealed at the next start, and the old one can come back no more", async () => {
  const fixture = await makeStudentFixture(8);
  const { privateKey, publicKey } = await receiptKeys(fixture.context);
  expect((await receiptKeys(startAgain(fixture, one))).privateKey).toBe(privateKey);
  expect(await stored(fixture)).not.toContain(privateKey);
  expect(await oldestProgram(fixture)).toBeGreaterThanOrEqual(27);
  // Another start with it, one with a new key in front, and one with that alone.
  for (const keys of [[one], [two, one], [two]]) {
    expect(await receiptKeys(startAgain(fixture, ...keys))).toMatchObject({ privateKey, publicKey });
  }
});

test.each([
  ['no key', []],
  ['another key', [two]],
])('%s stops the start in one line that says what to do', async (_, keys) => {
  const fixture = await makeStudentFixture(8);
  await receiptKeys(startAgain(fixture, one));
  const started = startAgain(fixture, ...keys);
  const error: unknown = await receiptKeys(started).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SettingsError);
  expect((error as Error).message).toMatch(/^Setting SECRET_KEY is not .*rotate-receipt-key$/);
  // The way out that the line names.
  await rotateReceiptKey(started);
  expect((await receiptKeys(started)).publicKeys).toHaveLength(2);
});

test('a stolen key is named with the instant, for ever; receipts that the portal knows stay genuine', async () => {
  const fixture = await makeStudentFixture(8);
  const receipt = await readSigned(fixture);
  const at = new Date(fixture.clock.now()).toISOString();
  const { after } = await rotateReceiptKey(fixture.context, { isStolen: true });
  fixture.clock.advance(60_000);
  await rotateReceiptKey(fixture.context);
  const { body } = await fixture.nobody.get('/api/receipts/key');
  expect(body).toMatchObject({
    former_keys: [after, receipt.key],
    stolen_keys: [{ key: receipt.key, since: at }],
  });
  expect(await verdictOf(fixture, receipt)).toBe('genuine');
  const { database } = fixture.context;
  await expect(
    database.transaction((w) => w.updateTable('receipt_keys').set({ stolen_at: null }).execute()),
  ).rejects.toThrow(/forbidden/);
});
