import { expect, test } from 'vitest';
import { certificatesPath, makeFrozenBatch } from '#support/frozen-batch';
import { makeKeyPair } from '../platform/signing/key-pair.ts';
import { signDocument, withoutFields, type SignedDocument } from '../platform/signing/signed-document.ts';
import { anonymisePerson } from '../privacy/anonymisation/anonymise-person.ts';
import { receiptKeys, rotateReceiptKey } from '../submissions/receipts/receipt-key.ts';

const sheetPath = '/api/staff/batches/OURS/freezes/1/sheet.json';

/** A frozen batch with its certificates, as files that somebody brings. */
async function makeFiles() {
  const frozen = await makeFrozenBatch();
  await frozen.freeze();
  await frozen.office.post(certificatesPath, {});
  const fileOf = async (account: { email: string }) => {
    const url = `/api/students/certificates/${account.email}/${await frozen.numberOf(account)}`;
    return (await frozen.office.get(url)).body as SignedDocument;
  };
  const bring = async (file: object) => {
    const { status, body } = await frozen.app.nobody.post('/api/documents/verify', file);
    return status === 200 ? body : status;
  };
  return {
    ...frozen,
    bring,
    certificate: await fileOf(frozen.passed),
    statement: await fileOf(frozen.failed),
    sheet: (await frozen.office.get(sheetPath)).body as SignedDocument,
  };
}

const genuine = { verdict: 'genuine' };
const notGenuine = { verdict: 'not_genuine' };

test('a certificate, a statement and a sheet are genuine, and the answer is one word', async () => {
  const { bring, certificate, statement, sheet } = await makeFiles();
  for (const file of [certificate, statement, sheet]) {
    expect(await bring(file), file.type).toEqual(genuine);
    // A text that its bringer withholds.
    expect(await bring(withoutFields(file, (_, place) => place === 1))).toEqual(genuine);
    expect(await bring(withoutFields(file, () => true))).toEqual(genuine);
  }
});

test('one change is not genuine, and a good number alone is told nothing', async () => {
  const { bring, certificate, statement, sheet } = await makeFiles();
  const [first, ...rest] = sheet.fields;
  const forged: object[] = [
    { ...sheet, fields: [{ ...first, value: 'Another academy' }, ...rest] },
    { ...sheet, fields: sheet.fields.toReversed() },
    { ...sheet, number: certificate.number },
    { ...certificate, type: 'capstone-statement' },
    { ...certificate, signed_at: '2026-01-01T00:00:00.000Z' },
    { ...certificate, signature: statement.signature },
    { ...certificate, note: 'with honours' },
    { ...certificate, format: 2 },
    { ...certificate, commitments: [] },
    { type: certificate.type, number: certificate.number },
    { type: 'capstone-sheet', number: sheet.number, format: 1, key: sheet.key },
  ];
  for (const file of forged) expect(await bring(file), JSON.stringify(file).slice(0, 90)).toEqual(notGenuine);
  const own = { type: sheet.type, number: sheet.number, signedAt: sheet.signed_at, fields: [] };
  expect(await bring(signDocument(own, makeKeyPair())), 'with a key of one’s own').toEqual(notGenuine);
});

test('input is bounded, and what is no signed document is said', async () => {
  const { bring, sheet } = await makeFiles();
  expect(await bring({ number: sheet.number })).toBe(400);
  expect(await bring({ ...sheet, number: 'S'.repeat(101) })).toBe(400);
  expect(await bring({ ...sheet, fields: Array.from({ length: 1_001 }, () => null) })).toBe(400);
  expect(await bring({ ...sheet, note: 'x'.repeat(300_000) })).toBe(413);
});

test('a revoked certificate says so; sheet and statement stay genuine', async () => {
  const { bring, office, certificate, statement, sheet } = await makeFiles();
  const revocation = { reason: 'wrong_entry', note: 'The name' };
  await office.post(`/api/staff/certificates/${certificate.number}/revocation`, revocation);
  expect(await bring(certificate)).toEqual({ verdict: 'revoked' });
  expect([await bring(statement), await bring(sheet)]).toEqual([genuine, genuine]);
});

test('signatures of a stolen key count only with their row, whatever date they bear', async () => {
  const { bring, context, certificate, sheet } = await makeFiles();
  const former = await receiptKeys(context);
  const sign = (type: string, signedAt: string, pair = former) =>
    signDocument({ type, number: `${type}-1`, signedAt, fields: [{ name: 'name', value: 'Asha' }] }, pair);
  const days = ['2020-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z'];
  const unknown = ['capstone-sheet', 'capstone-certificate'].flatMap((type) =>
    days.map((day) => sign(type, day)),
  );
  // As after a restore of an older backup.
  for (const file of unknown) expect(await bring(file)).toEqual(genuine);
  await rotateReceiptKey(context, { isStolen: true });
  for (const file of unknown) expect(await bring(file)).toEqual(notGenuine);
  expect([await bring(certificate), await bring(sheet)]).toEqual([genuine, genuine]);
  expect(await bring(sign('capstone-sheet', days[0] as string, await receiptKeys(context)))).toEqual(genuine);
});

test('a key that was replaced and not stolen still counts', async () => {
  const { bring, context, certificate, sheet } = await makeFiles();
  await rotateReceiptKey(context);
  expect([await bring(certificate), await bring(sheet)]).toEqual([genuine, genuine]);
});

test.each([false, true])(
  'after anonymising a certificate’s file answers as its holder wished (kept: %s); the sheet stays genuine',
  async (keeps) => {
    const { app, bring, context, office, passed, certificate, statement, sheet } = await makeFiles();
    await (await app.as(passed)).put(`/api/students/certificates/${passed.email}`, { keeps });
    await anonymisePerson(context, { accountId: passed.id, reason: 'Asked for it.' });
    expect(await bring(certificate)).toEqual(keeps ? genuine : notGenuine);
    const now = (await office.get(sheetPath)).body as SignedDocument;
    expect(now.fields.filter((field) => field === null)).toHaveLength(1);
    expect(JSON.stringify(now)).not.toMatch(new RegExp(`Lakshmi|${passed.email}`));
    for (const file of [statement, sheet, now]) expect(await bring(file)).toEqual(genuine);
  },
);
