import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import '#support/same-draws';
import { csvStream } from '../csv-stream.ts';
import { guardFormulas, withoutGuards } from './sheet-cell.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1', "'＝1"],
  ['\tx', "'\tx"],
  ['\rx', "'\rx"],
  [' =1', "' '=1"],
  ['\n=1', "'\n'=1"],
  ['"=1"', `'"'=1"`],
  ["'=1", "''=1"],
  ['x;=1', "x;'=1"],
  ['x\t +1', "x\t '+1"],
  ['x|"@a', `x|"'@a`],
  ['Good\n- one', "Good\n'- one"],
])('%j goes out as %j', (text, written) => expect(guardFormulas(text)).toBe(written));

test.each(['Asha', 'a - b', 'a = b', '2 + 2', 'a, b', "it's", 'a;b', 'x\ny', '', '"a"', '1-2', 'me@a.test'])(
  '%j stays as it is',
  (text) => expect(guardFormulas(text)).toBe(text),
);

const pieces = [
  '=',
  '+',
  '-',
  '@',
  '＝',
  '－',
  '"',
  "'",
  ';',
  ',',
  '|',
  '\t',
  '\r',
  '\n',
  ' ',
  '\u00a0',
  'a',
  '1',
];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''));

it('whatever is put together reads back as it was', () => {
  fc.assert(
    fc.property(text, (one) => {
      expect(withoutGuards(guardFormulas(one))).toBe(one);
    }),
    { numRuns: 3_000 },
  );
});

it('no cell begins with a formula, whatever a spreadsheet splits a line at, and numbers stay numbers', async () => {
  const texts = fc.sample(text, { numRuns: 1_000, seed: 7 });
  async function* rows() {
    yield* texts;
  }
  const columns: Parameters<typeof csvStream<string>>[0] = [
    ['Name', () => 'Asha'],
    ['Text', (one) => one],
    ['Mark', () => -4.5],
  ];
  const csv = (await csvStream(columns, rows()).toArray()).join('').replace(/^\uFEFF/, '');
  for (const delimiter of [',', ';', '\t', '|']) {
    const lines = parse(csv, { delimiter, relax_quotes: true, relax_column_count: true }) as string[][];
    const cells = lines.flat().filter((cell) => !cell.startsWith('-4.5'));
    expect(
      cells.filter((cell) => /^[\s"]*[=+\-@＝＋－＠]/u.test(cell)),
      delimiter,
    ).toEqual([]);
    if (delimiter === ',') expect(lines.slice(1).map(([, one = '']) => withoutGuards(one))).toEqual(texts);
  }
});
