import { expect, test } from 'vitest';
import { buildSelection, buildStudent } from '#support/factories';
import { makeImportDesk } from '#support/import-desk';
import { makeLibreOfficeXlsx, type WrittenCell } from '#support/libreoffice-xlsx';

const cells = (...values: (WrittenCell | string)[]) => ({
  cells: values.map((value) => (typeof value === 'string' ? { value } : value)),
});

test('a workbook with formats, formulas and hidden rows is taken as it shows, or says what is wrong where', async () => {
  const desk = await makeImportDesk();
  const sum = { value: null, formula: 'SUM(E2:E5)' };
  const sheet = makeLibreOfficeXlsx([
    cells('Name', 'Mail ID', 'Qualifying exam %', 'Remarks', 'Fee'),
    cells('Asha', 'asha@x.test', { value: 0.78, format: '0%' }, '', { value: 100 }),
    cells(
      'Bala',
      { value: 'bala@x.test', formula: 'LOWER("Bala")&"@x.test"' },
      { value: 0.495, format: '0.0%' },
      '',
      sum,
    ),
    cells('Chitra', 'chitra@x.test', { value: null, formula: 'E4/2' }),
    cells('Devi', 'devi@x.test', { value: 46_027, format: 'd/m/yyyy' }),
    { ...cells('Eva', 'eva@x.test', { value: 0.9, format: '0%' }), isHidden: true },
    cells('', '', '', '', sum),
  ]);
  const { body: read } = await desk.upload(sheet, 'people.xlsx');
  expect(read).toMatchObject({ columns: ['name', 'email', 'exit_score', null, null], has_scores: false });
  const { body: checked } = await desk.check(read.id, read.columns);
  expect(checked).toMatchObject({ counts: { new: 2, changed: 0, unchanged: 0, wrong: 3 }, has_scores: true });
  const { rows } = await desk.rowsOf(read.id);
  type Cell = { field: string; value: string | null; fault: string | null };
  const told = rows.map(({ line, cells: of }: { line: number; cells: Cell[] }) => [
    line,
    of.find(({ field }) => field === 'exit_score')?.value,
    of.flatMap(({ field, fault }) => (fault === null ? [] : `${field}: ${fault}`)),
  ]);
  expect(told).toEqual([
    [2, '78', []],
    [3, '49.5', []],
    [4, null, [expect.stringMatching(/^exit_score: This cell contains a formula without a result/)]],
    [5, null, [expect.stringMatching(/^exit_score: This is a date: 2026-01-05/)]],
    [6, '90', [expect.stringMatching(/^name: This row is hidden/)]],
  ]);
  // Without the column of scores nothing of it is wrong, and the page says that none comes.
  const without = await desk.check(read.id, ['name', 'email', null, null, null]);
  expect(without.body).toMatchObject({ counts: { new: 4, wrong: 1 }, has_scores: false });
});

test('the roster that we export comes back as it went', async () => {
  const desk = await makeImportDesk();
  const known = { batch_id: desk.batch.id, phone: '9876543210', exit_score: 78.5, grade: '+A' };
  const asha = await buildStudent(desk.context, { ...known, name: 'Asha "Anu" Rao', email: 'asha@x.test' });
  await buildStudent(desk.context, { ...known, name: 'കാവ്യ, നന്‌ദന', email: 'kavya@x.test' });
  await buildSelection(desk.context, { account_id: asha.id });
  const roster = await desk.office.get('/api/staff/exports/roster');
  expect(roster.status).toBe(200);
  const { body: read } = await desk.upload(roster.body, 'roster.csv');
  const { body: checked } = await desk.check(read.id, read.columns);
  expect(checked.counts).toEqual({ new: 0, changed: 0, unchanged: 2, wrong: 0 });
});
