import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import '#support/same-draws';
import { splitCsv } from './split-csv.ts';

const split = (text: string, delimiter = ',') => [...splitCsv(text, delimiter)];

test.each([
  [
    'a,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a,b\r1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['\uFEFFa,b', [['a', 'b']]],
  ['a,', [['a', '']]],
  ['a\n\n\r\nb', [['a'], [''], [''], ['b']]],
  ['"a\nb",c', [['a\nb', 'c']]],
  ['"a ""b""",c', [['a "b"', 'c']]],
  ['"",""""', [['', '"']]],
  // Typed by hand.
  ['12" tablet,b', [['12" tablet', 'b']]],
  ['"say "hello" now",b', [['say "hello" now', 'b']]],
  [
    'a,"\nb,c',
    [
      ['a', '"'],
      ['b', 'c'],
    ],
  ],
  [
    'm,c\n1,"good\n2,"fine\n3,x',
    [
      ['m', 'c'],
      ['1', '"good'],
      ['2', '"fine'],
      ['3', 'x'],
    ],
  ],
  [
    'm,c\n1,"good\n2,"fine, x"\n',
    [
      ['m', 'c'],
      ['1', '"good'],
      ['2', 'fine, x'],
    ],
  ],
  // Two marks alone, far from each other, take in no rows of people.
  [
    'e,m,c\na@x,1,"good\nb@x,2,fine\nc@x,3,12"\n',
    [
      ['e', 'm', 'c'],
      ['a@x', '1', '"good'],
      ['b@x', '2', 'fine'],
      ['c@x', '3', '12"'],
    ],
  ],
])('%j', (text, rows) => expect(split(text)).toEqual(rows));

it('reads back what is written by the rules, with any separator', () => {
  const cell = fc.string({ unit: fc.constantFrom('"', ',', ';', '\t', '\n', '\r', ' ', 'a', 'é') });
  const table = fc
    .integer({ min: 1, max: 4 })
    .chain((columns) =>
      fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 5 }),
    );
  fc.assert(
    fc.property(table, fc.constantFrom(',', ';', '\t', '|'), (rows, delimiter) => {
      // As ours are: a lone `\r` is quoted, an empty row of one cell is a line.
      const text = stringify(rows, { delimiter, quoted: true });
      expect(split(text, delimiter)).toEqual(rows);
    }),
  );
});
