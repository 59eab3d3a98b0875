import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it, test } from 'vitest';
import { makeExcelJsXlsx } from '#support/excel-js-xlsx';
import { makeLibreOfficeXlsx, type WrittenCell, type WrittenRow } from '#support/libreoffice-xlsx';
import { xlsxParts } from '#support/make-xlsx';
import { makeZip } from '#support/make-zip';
import { readSheet } from './read-sheet.ts';
import { shownText, type SheetCell } from './sheet-cell.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'written-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function cellsOf(bytes: Buffer | string): Promise<SheetCell[][]> {
  const file = path.join(folder, 'sheet');
  writeFileSync(file, bytes);
  const rows: SheetCell[][] = [];
  for await (const piece of readSheet(file)) rows.push(...piece.map(({ cells }) => cells));
  return rows;
}

const writers = [
  ['LibreOffice', async (rows: readonly WrittenRow[]) => makeLibreOfficeXlsx(rows)],
  ['ExcelJS', makeExcelJsXlsx],
] as const;

/** 5 January 2026. */
const day = 46_027;
const fault = (words: string) => expect.objectContaining({ fault: expect.stringContaining(words) });

describe.each(writers)('of a workbook as %s writes it', (_, write) => {
  const cellOf = async (cell: WrittenCell) => {
    const [row] = await cellsOf(await write([{ cells: [{ value: 'x' }, cell, { value: 'y' }] }]));
    return row?.[1];
  };

  it.each<[WrittenCell, string]>([
    [{ value: 0.78, format: '0%' }, '78%'],
    [{ value: 0.785, format: '0.00%' }, '78.50%'],
    [{ value: 0.785, format: '0.0 %' }, '78.5 %'],
    [{ value: 78.456, format: '0.0' }, '78.5'],
    [{ value: 78.5 }, '78.5'],
    [{ value: 0.1 + 0.2 + 70 }, '70.3'],
    [{ value: 919_876_543_210 }, '919876543210'],
    [{ value: 9_876_543_210, format: '0.00E+00' }, '9876543210'],
    [{ value: 9_876_543_210, format: '00000 00000' }, '98765 43210'],
    [{ value: 9_876_543_210, format: '@' }, '9876543210'],
    [{ value: 9_876_543_210, format: '"+91 "0' }, '+91 9876543210'],
    [{ value: 7, format: '0000' }, '0007'],
    [{ value: '0078', format: '@' }, '0078'],
    [{ value: ' Asha\u00A0' }, 'Asha'],
    [{ value: true }, 'TRUE'],
    [{ value: 0.81, format: '0%', formula: 'A1/100' }, '81%'],
    [{ value: 'asha@x.test', formula: 'A1&"@x.test"' }, 'asha@x.test'],
  ])('a cell is what it shows: %j', async (cell, shown) => {
    expect(await cellOf(cell)).toBe(shown);
  });

  it.each<[WrittenCell, string, string]>([
    [{ value: day, format: 'd/m/yyyy' }, '5/1/2026', 'This is a date: 2026-01-05.'],
    [{ value: day, format: 'mmm-yy' }, 'Jan-26', 'This is a date: 2026-01-05.'],
    [
      { value: day + 0.75, format: 'yyyy-mm-dd hh:mm' },
      '2026-01-05 18:00',
      'This is a date: 2026-01-05 18:00.',
    ],
    [{ value: 0.75, format: 'hh:mm' }, '18:00', 'This is a time: 18:00.'],
    [{ value: 1.5, format: '[h]:mm' }, '36:00', 'This is a time: 36:00.'],
    [{ value: '#N/A', isError: true }, '#N/A', 'This cell contains an error: #N/A.'],
    [{ value: '#DIV/0!', isError: true, formula: '1/0' }, '#DIV/0!', 'This cell contains an error: #DIV/0!.'],
    [{ value: null, formula: 'A1+1' }, '', 'This cell contains a formula without a result.'],
  ])('what is no value is wrong, in words: %j', async (cell, shown, words) => {
    expect(await cellOf(cell)).toEqual({ shown, fault: expect.stringContaining(words) });
  });

  it('rows that are hidden are named, and not taken', async () => {
    const row = (name: string, isHidden: boolean): WrittenRow => ({
      isHidden,
      cells: [{ value: name }, { value: 78 }],
    });
    expect(await cellsOf(await write([row('Asha', false), row('Bala', true), row('Chitra', false)]))).toEqual(
      [
        ['Asha', '78'],
        [fault('This row is hidden'), fault('This row is hidden')],
        ['Chitra', '78'],
      ],
    );
  });
});

const name = fc
  .array(
    fc.constantFrom(
      'Asha',
      'കാവ്യ',
      'നന്‌ദന',
      'Zoë',
      '<b>',
      '&amp;',
      '"',
      'a_x0041_b',
      '=1+1',
      '李',
      ' ',
      '\n',
      ';',
      '|',
    ),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((parts) => parts.join(''));
type Expected = { cell: WrittenCell; shown: string };
const written: fc.Arbitrary<Expected> = fc.oneof(
  name.map((value) => ({ cell: { value }, shown: value })),
  fc.integer({ min: 0, max: 999_999_999_999 }).map((value) => ({ cell: { value }, shown: String(value) })),
  fc.integer({ min: 0, max: 10_000 }).map((value) => ({
    cell: { value: value / 10_000, format: '0.00%' },
    shown: `${(value / 100).toFixed(2)}%`,
  })),
  fc.integer({ min: 0, max: 1_000 }).map((value) => ({
    cell: { value: value / 10, format: '0.0' },
    shown: (value / 10).toFixed(1),
  })),
  fc.constant({ cell: { value: null }, shown: '' }),
);
const sheet = fc.array(fc.array(written, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 });

/** What is to be read: rows with something, without blanks at the ends of cells. */
const expectedOf = (rows: readonly (readonly Expected[])[]) =>
  rows
    .map((row) => row.map(({ shown }) => shown.trim()))
    .map((row) => row.slice(0, row.findLastIndex((text) => text !== '') + 1))
    .filter((row) => row.length > 0);

test.each(writers)('whatever %s writes is read as it shows', async (writer, write) => {
  await fc.assert(
    fc.asyncProperty(sheet, async (rows) => {
      const bytes = await write(rows.map((row) => ({ cells: row.map(({ cell }) => cell) })));
      expect((await cellsOf(bytes)).map((row) => row.map(shownText))).toEqual(expectedOf(rows));
    }),
    // ExcelJS takes some 30 ms for a workbook.
    { numRuns: writer === 'ExcelJS' ? 6 : 30, seed: 7 },
  );
});

test('days may be counted from 1904', async () => {
  const rows = [{ cells: [{ value: day - 1_462, format: 'yyyy-mm-dd' }] }];
  expect(await cellsOf(makeLibreOfficeXlsx(rows, { startsIn1904: true }))).toEqual([[fault('2026-01-05')]]);
});

test('parts are found by the relations, whatever they are called', async () => {
  const office = 'http://purl.oclc.org/ooxml/officeDocument/relationships/';
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}${kind}" Target="${target}"/>`;
  const book = makeZip([
    {
      name: '_rels/.rels',
      data: `<Relationships>${relation('a', 'officeDocument', '/office/book%2022.xml')}</Relationships>`,
    },
    {
      name: 'office/book 22.xml',
      data: '<x:workbook xmlns:x="x" xmlns:z="z"><x:sheets><x:sheet sheetId="5" z:id="b0"/><x:sheet sheetId="1" z:id="b1"/></x:sheets></x:workbook>',
    },
    {
      name: 'office/_rels/book 22.xml.rels',
      data: `<Relationships>${relation('b0', 'chartsheet', 'chart.xml')}${relation('b1', 'worksheet', '../sheets/one.xml')}${relation('b2', 'sharedStrings', 'sharedStrings22.xml')}${relation('b3', 'styles', 'styles22.xml')}</Relationships>`,
    },
    { name: 'office/styles22.xml', data: '<styleSheet><cellXfs><xf numFmtId="9"/></cellXfs></styleSheet>' },
    { name: 'office/sharedStrings22.xml', data: '<sst><si><t>Asha_x000D_</t></si></sst>' },
    {
      name: 'sheets/one.xml',
      data: '<worksheet><sheetData><row><c t="s"><v>0</v></c><c s="0"><v>0.78</v></c></row></sheetData></worksheet>',
    },
  ]);
  expect(await cellsOf(book)).toEqual([['Asha', '78%']]);
});

test('cells of other types, and a row without height', async () => {
  const cells =
    '<c t="e"><v>#PYTHON!</v></c><c t="d"><v>2026-01-05T00:00:00</v></c><c t="d"><v>T10:30:00.000</v></c>';
  const bytes = makeZip(
    xlsxParts(
      `<worksheet><sheetData><row>${cells}</row><row ht="0.0"><c t="str"><v>Asha</v></c></row></sheetData></worksheet>`,
    ),
  );
  expect(await cellsOf(bytes)).toEqual([
    [fault('an error: #PYTHON!'), fault('a date: 2026-01-05.'), fault('a time: 10:30:00.')],
    [fault('This row is hidden')],
  ]);
});

test('a text of a CSV that stands for an error is one, and what an export guards comes back as it was', async () => {
  const [row] = await cellsOf(`"#REF!","'=A1","'+91 98765","'  '-x",Err:502,#1\n`);
  expect(row).toEqual([fault('#REF!'), '=A1', '+91 98765', '-x', fault('Err:502'), '#1']);
});

test('a workbook whose styles cost much to read is read', async () => {
  const many = Array.from(
    { length: 2_000 },
    (_, index) => `<numFmt numFmtId="${200 + index}" formatCode="${'#'.repeat(20_000 / 100)}0"/>`,
  );
  const styles = `<styleSheet><numFmts>${many.join('')}</numFmts><cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>`;
  const bytes = makeZip(
    xlsxParts('<worksheet><sheetData><row><c s="0"><v>5</v></c></row></sheetData></worksheet>', [
      { name: 'xl/styles.xml', data: styles },
    ]),
  );
  expect(await cellsOf(bytes)).toEqual([['5']]);
});
