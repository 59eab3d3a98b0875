import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Sheet } from '#contract/results/freeze-calls';
import { makeFrozenBatch } from '#support/frozen-batch';
import { readAuditLog } from '#support/read-audit-log';
import { verifyDocument, type SignedDocument } from '../../platform/signing/signed-document.ts';
import { anonymisePerson } from '../../privacy/anonymisation/anonymise-person.ts';

const path = '/api/staff/batches/OURS/freezes';

async function makeSigned() {
  const frozen = await makeFrozenBatch();
  await frozen.freeze();
  const file = async (number = 1) => {
    const { status, body } = await frozen.office.get(`${path}/${number}/sheet.json`);
    expect(status).toBe(200);
    return body as SignedDocument;
  };
  const sheet = async (number = 1) => (await frozen.office.get(`${path}/${number}`)).body as Sheet;
  return { ...frozen, file, sheet };
}

const valueOf = ({ fields }: SignedDocument, name: string) =>
  fields.find((field) => field?.name === name)?.value;
const linesOf = ({ fields }: SignedDocument) =>
  fields.flatMap((field) => (field?.name === 'student' ? [field.value] : []));

test('a frozen sheet is signed, and its paper names number, key and where to check it', async () => {
  const { app, office, file, sheet } = await makeSigned();
  const document = await file();
  expect(verifyDocument(document)).toEqual(document);
  expect(Object.keys(document).slice(0, 3)).toEqual(['type', 'format', 'key']);
  expect(document.type).toBe('capstone-sheet');
  expect(document.number).toMatch(/^SHEET-\d{4}-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{5}$/);
  expect(document.fields.slice(0, 4)).toMatchObject([
    { name: 'academy' },
    { name: 'course' },
    { name: 'batch', value: 'OURS' },
    { name: 'sheet', value: '1' },
  ]);
  const columns = valueOf(document, 'columns') as string[];
  const [first] = linesOf(document).map((line) =>
    Object.fromEntries(columns.map((column, index) => [column, line[index]])),
  );
  expect(first).toMatchObject({
    Name: 'Binu Das',
    'Week 1': '40',
    'Viva voce': '40',
    Result: '40',
    Outcome: 'Not passed',
    'Rule version': '1',
    'Since sheet': '1',
  });
  const { body: key } = await app.nobody.get('/api/receipts/key');
  const { signed, results } = await sheet();
  expect(linesOf(document).map(([name]) => name)).toEqual(results.map(({ student }) => student.s_name));
  expect(signed).toEqual({
    number: document.number,
    key: key.key,
    fingerprint: key.fingerprints[key.key],
    check_at: expect.stringMatching(/\/verify$/),
  });
  expect(signed?.fingerprint).toMatch(/^([0-9A-F]{4} ){15}[0-9A-F]{4}$/);
  const { headers } = await office.get(`${path}/1/sheet.json`);
  expect(headers['content-disposition']).toBe('attachment; filename="OURS sheet 1.json"');
  expect(headers['cache-control']).toBe('private, no-store');
  const events = (await readAuditLog(app)).filter(({ act }) => act === 'export-sheet');
  expect(events[0]).toMatchObject({ subject: 'OURS', after: { number: 1, format: 'signed' } });
});

test('each sheet is signed by itself, with other salts', async () => {
  const { office, passed, freeze, file, sheet } = await makeSigned();
  await office.post(`/api/staff/students/${passed.email}/results/open`, { reason: 'A mark was mistyped.' });
  await freeze({ reason: 'Corrected.' });
  const [one, two] = [await file(1), await file(2)];
  expect(one.number).not.toBe(two.number);
  const commitments = new Set([...one.commitments, ...two.commitments]);
  expect(commitments.size).toBe(one.commitments.length + two.commitments.length);
  const since = linesOf(two).map((line) => line.at(-1));
  expect(since).toEqual((await sheet(2)).results.map((result) => String(result.since.number)));
  expect(new Set(since)).toEqual(new Set(['1', '2']));
});

test('an anonymised student’s line and salt are gone, and the signature still verifies', async () => {
  const { context, passed, file } = await makeSigned();
  const before = await file();
  const salt = before.fields.find((field) => field?.value.includes('Lakshmi Nair'))?.salt;
  await anonymisePerson(context, { accountId: passed.id, reason: 'Asked for it.' });
  const after = await file();
  expect(verifyDocument(after)).toEqual(after);
  expect([after.signature, after.commitments]).toEqual([before.signature, before.commitments]);
  expect(linesOf(after)).toHaveLength(2);
  const { rows } = await sql`select document as text from signed_sheets
    union all select field as text from signed_sheet_lines`.execute(context.database.reader);
  expect(salt).toHaveLength(22);
  for (const gone of ['Lakshmi', passed.email, String(salt)])
    expect(JSON.stringify(rows)).not.toContain(gone);
});

test('a sheet that was frozen before sheets were signed says so', async () => {
  const { context, batch, office, sheet } = await makeSigned();
  const officer = {
    frozen_by: (
      await context.database.reader.selectFrom('result_freezes').select('frozen_by').executeTakeFirstOrThrow()
    ).frozen_by,
  };
  await context.database.transaction((writer) =>
    writer
      .insertInto('result_freezes')
      .values({
        batch_id: batch.id,
        number: 2,
        rule_version: 0,
        rule: '{"minimums":[],"grades":[]}',
        frozen_at: 1,
        ...officer,
      })
      .execute(),
  );
  expect((await office.get(`${path}/2/sheet.json`)).status).toBe(404);
  expect((await office.get(`${path}/3/sheet.json`)).status).toBe(404);
  expect((await sheet(2)).signed).toBeNull();
});

test('the database refuses what would change a signed sheet', async () => {
  const { context } = await makeSigned();
  const attempt = (change: Parameters<typeof context.database.transaction>[0]) =>
    expect(context.database.transaction(change)).rejects.toThrow(/forbidden/);
  await attempt((w) => w.updateTable('signed_sheets').set({ document: '{}' }).execute());
  await attempt((w) => w.updateTable('signed_sheets').set({ number: 'SHEET-1' }).execute());
  await attempt((w) => w.deleteFrom('signed_sheets').execute());
  await attempt((w) => w.updateTable('signed_sheet_lines').set({ field: '{}' }).execute());
  await attempt((w) => w.deleteFrom('signed_sheet_lines').execute());
});
