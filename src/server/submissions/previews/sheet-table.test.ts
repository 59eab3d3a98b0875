import { expect, test } from 'vitest';
import { isSheetName } from './file-kind.ts';
import { sheetRows } from './sheet-table.ts';

test('a CSV file is a table, whatever its separator', () => {
  const rows = [
    ['name', 'marks'],
    ['Asha, K', '71'],
  ];
  expect(sheetRows('name,marks\r\n"Asha, K",71\r\n', false)).toEqual({ rows, isWhole: true });
  expect(sheetRows('\uFEFFname;marks\n"Asha, K";71', false)).toEqual({ rows, isWhole: true });
  expect(isSheetName('Data.CSV')).toBe(true);
  expect(isSheetName('csv.txt')).toBe(false);
});

test('a cut row, and what is too much, are left out', () => {
  expect(sheetRows('a,b\n1,2\n3', true)?.rows).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
  const long = sheetRows('a,b\n'.repeat(1_500), false);
  expect([long?.rows.length, long?.isWhole]).toEqual([1_000, false]);
  const wide = sheetRows(`${'x,'.repeat(2_999)}\n`.repeat(10), false);
  expect(wide?.rows.length).toBe(3);
});

test('what has one column, or broken quotes, stays a text', () => {
  expect(sheetRows('one\ntwo\n', false)).toBeNull();
  expect(sheetRows('a,b\n"never closed,2\n', false)).toBeNull();
});
