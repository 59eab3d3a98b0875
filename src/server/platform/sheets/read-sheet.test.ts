import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { deflatedZeros, makeZip } from '#support/make-zip';
import { makeXlsx, xlsxParts } from '#support/make-xlsx';
import { readSheet } from './read-sheet.ts';
import { sheetLimits, type SheetRow } from './sheet.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sheets-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function read(bytes: Buffer | string): Promise<SheetRow[]> {
  const file = path.join(folder, 'sheet');
  writeFileSync(file, bytes);
  const rows: SheetRow[] = [];
  for await (const piece of readSheet(file)) rows.push(...piece);
  return rows;
}
const cellsOf = async (bytes: Buffer | string) => (await read(bytes)).map(({ cells }) => cells);

const expected = [
  ['Name', 'E-mail', 'Score'],
  ['Zoë Ünal', 'zoe@x.test', '78,5'],
];
const withCommas = 'Name,E-mail,Score\nZoë Ünal,zoe@x.test,"78,5"\n';
const withSemicolons = 'Name;E-mail;Score\r\nZoë Ünal;zoe@x.test;78,5\r\n';
const withBars = 'Name|E-mail|Score\nZoë Ünal|zoe@x.test|78,5\n';
const withTabs = 'Name\tE-mail\tScore\rZoë Ünal\tzoe@x.test\t78,5';

describe('a CSV file as it comes', () => {
  it.each([
    ['commas and quotes', Buffer.from(withCommas)],
    ['semicolons, as where the comma is in numbers', Buffer.from(withSemicolons)],
    ['tabs and old line ends', Buffer.from(withTabs)],
    ['bars', Buffer.from(withBars)],
    ['a byte order mark', Buffer.from(`\uFEFF${withSemicolons}`)],
    ['UTF-16', Buffer.from(`\uFEFF${withTabs}`, 'utf16le')],
    ['UTF-16 the other way round', Buffer.from(`\uFEFF${withTabs}`, 'utf16le').swap16()],
    ['UTF-16 without a mark', Buffer.from(withTabs, 'utf16le')],
    ['Windows-1252', Buffer.from(withSemicolons, 'latin1')],
  ])('%s', async (_, bytes) => {
    expect(await cellsOf(bytes)).toEqual(expected);
  });

  it('numbers its rows as a spreadsheet does, empty ones and breaks in cells included', async () => {
    expect(await read('Name,Email\n\n"Asha\nR",a@x.test\n,,\nB,b@x.test')).toEqual([
      { line: 1, cells: ['Name', 'Email'] },
      { line: 3, cells: ['Asha\nR', 'a@x.test'] },
      { line: 5, cells: ['B', 'b@x.test'] },
    ]);
  });

  it('separates where a heading holds another separator', async () => {
    expect(await cellsOf('Score, in %;Email\n70;a@x.test\n80;b@x.test\n')).toEqual([
      ['Score, in %', 'Email'],
      ['70', 'a@x.test'],
      ['80', 'b@x.test'],
    ]);
  });

  it('is UTF-8 where most of it is, and the row with the bad byte is named', async () => {
    const bytes = Buffer.concat([
      Buffer.from('Name,Email\nകാവ്യ,kavya@x.test\nZo'),
      Buffer.from([0xeb]),
      Buffer.from(',zoe@x.test\nനന്‌ദന,nandana@x.test\n'),
    ]);
    expect(await cellsOf(bytes)).toEqual([
      ['Name', 'Email'],
      ['കാവ്യ', 'kavya@x.test'],
      [{ shown: 'Zo\uFFFD', fault: expect.stringContaining('cannot be read') }, 'zoe@x.test'],
      ['നന്‌ദന', 'nandana@x.test'],
    ]);
  });

  it('takes unseen characters from the ends of cells as it takes blanks', async () => {
    expect(await cellsOf('\u200BName\u3164,Email\n\u00A0Asha \u2060,\u202Aasha@x.test\u202C\n')).toEqual([
      ['Name', 'Email'],
      ['Asha', 'asha@x.test'],
    ]);
  });

  it('reads the rows below a quotation mark that nothing closes', async () => {
    expect(await cellsOf('Name,Email\n"Asha,a@x.test\n"Bala, R",b@x.test\n')).toEqual([
      ['Name', 'Email'],
      ['"Asha', 'a@x.test'],
      ['Bala, R', 'b@x.test'],
    ]);
  });

  it('refuses in words what is no text or is too much', async () => {
    await expect(read(Buffer.from([1, 0, 0, 0, 7, 0, 0, 0, 2, 2, 2, 2]))).rejects.toThrow('not text');
    await expect(read(`a,b\n${'x'.repeat(sheetLimits.cell + 1)},1`)).rejects.toThrow('Cell A2 has more than');
    await expect(read(`${','.repeat(150)}x`)).rejects.toThrow('column EU');
    await expect(read('\n'.repeat(sheetLimits.rowsInAll + 10) + 'a,b')).rejects.toThrow(
      'Delete the empty rows',
    );
  });
});

describe('an XLSX workbook', () => {
  const row = (cells: string) => `<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>`;
  const workbook = (sheet: string) => makeZip(xlsxParts(sheet));

  it('is read from its first sheet that shows, numbers as people see them', async () => {
    const rows = [
      ['Name', 'E-mail', 'Phone', 'Score'],
      [],
      ['Zoë & Co', 'zoe@x.test', 9876543210, 0.1 + 0.2 + 70],
    ];
    expect(await read(makeXlsx(rows))).toEqual([
      { line: 1, cells: rows[0] },
      { line: 3, cells: ['Zoë & Co', 'zoe@x.test', '9876543210', '70.3'] },
    ]);
  });

  it('reads texts in cells, results of text, prefixes, and cells without an address', async () => {
    const cells =
      '<x:c t="inlineStr"><x:is><x:r><x:t>As</x:t></x:r><x:r><x:t>ha</x:t></x:r><x:rPh><x:t>no</x:t></x:rPh></x:is></x:c><x:c t="str"><x:v>a@x.test</x:v></x:c><x:c r="D1"><x:v>9.87654321E9</x:v></x:c><x:c t="b"><x:v>1</x:v></x:c>';
    const sheet = `<x:worksheet xmlns:x="x"><x:sheetData><x:row>${cells}</x:row></x:sheetData></x:worksheet>`;
    expect(await cellsOf(workbook(sheet))).toEqual([['Asha', 'a@x.test', '', '9876543210', 'TRUE']]);
  });

  it.each([
    [
      'external entities',
      workbook(`<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${row('<c t="str"><v>&e;</v></c>')}`),
      'a document type with entities',
    ],
    ['entities that nobody defined', workbook(row('<c t="str"><v>&lol9;</v></c>')), 'damaged'],
    ['XML that breaks off', workbook('<worksheet><sheetData><row'), 'damaged'],
    [
      'a row with a number that is none',
      workbook('<worksheet><row r="x"/></worksheet>'),
      'wrong row numbers',
    ],
    ['a ZIP that is no workbook', makeZip([{ name: 'readme.txt', data: 'x' }]), 'not an XLSX workbook'],
    ['half a ZIP', makeXlsx([['a']]).subarray(0, 300), 'damaged'],
    ['an encrypted part', makeZip(xlsxParts('x').map((part) => ({ ...part, flags: 1 }))), 'encrypted'],
    ['an old Excel', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'Save it as XLSX'],
    ['a PDF', Buffer.from('%PDF-1.7'), 'This is a PDF'],
  ])('%s is refused in words', async (_, bytes, words) => {
    await expect(read(bytes)).rejects.toThrow(words);
  });

  it('a million empty rows are refused in words', async () => {
    const rows = Array.from({ length: 1_048_576 }, (_, index) => `<row r="${index + 1}"/>`).join('');
    await expect(read(workbook(`<worksheet><sheetData>${rows}</sheetData></worksheet>`))).rejects.toThrow(
      'Delete the empty rows',
    );
  });

  it('a ZIP bomb stays packed, also one that says it is small', async () => {
    const packed = deflatedZeros(2_048);
    const bomb = (bytes: number) => {
      return makeZip([...xlsxParts('').slice(0, 3), { name: 'xl/worksheets/sheet1.xml', packed, bytes }]);
    };
    await expect(read(bomb(2_048 * 1_048_576))).rejects.toThrow('2,048 MB when unpacked');
    await expect(read(bomb(1_000))).rejects.toThrow('damaged');
  });
});
