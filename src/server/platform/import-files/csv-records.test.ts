import fc from 'fast-check';
import { expect, test } from 'vitest';
import '#support/same-draws';
import { z } from 'zod';
import { readCsvRecords } from './csv-records.ts';
import { formatImportError, type ImportError } from './source-location.ts';

const schema = z.strictObject({
  email: z.string('is missing').min(1, 'must not be empty'),
  grade: z.string().max(5, 'must have at most 5 characters').default(''),
});

function read(text: string) {
  const faults: ImportError[] = [];
  const records = readCsvRecords('x.csv', text, schema, faults);
  return { records, values: records.map(({ value }) => value), faults: faults.map(formatImportError) };
}

test('columns come in any order, cells are trimmed, quotes and line ends are those of any program', () => {
  const { records, values, faults } = read('\uFEFFGrade,email\r\n"A, B", a@b.c \r\n\r\n"x\r\ny","d@e.f"\r\n');
  expect(faults).toEqual([]);
  expect(values).toEqual([
    { email: 'a@b.c', grade: 'A, B' },
    { email: 'd@e.f', grade: 'x\ny' },
  ]);
  expect(records[0]?.at('email')).toEqual({ file: 'x.csv', line: 2, column: 8 });
  expect(records[1]?.at('grade')).toEqual({ file: 'x.csv', line: 4, column: 1 });
  expect(records[1]?.at('email')).toEqual({ file: 'x.csv', line: 5, column: 4 });
});

test('a cell that an export keeps from being a formula is read as it was', () => {
  const schemaOfNotes = z.strictObject({ note: z.string() });
  const notes = readCsvRecords('x.csv', `note\n'-2\n"x;'=1"\n"Good\n'- one"\n`, schemaOfNotes, []);
  expect(notes.map(({ value }) => value.note)).toEqual(['-2', 'x;=1', 'Good\n- one']);
});

test('cells are cleaned as everywhere, and what cannot be read is named at its cell', () => {
  expect(read("email\u200B,grade\na@b.c\u200B,'=A\n").values).toEqual([{ email: 'a@b.c', grade: '=A' }]);
  expect(read('email,grade\na@b.c,\uFFFD\nd@e.f,#N/A\n')).toMatchObject({
    values: [],
    faults: [
      expect.stringContaining('x.csv:2:7: "grade": Part of this text cannot be read.'),
      expect.stringContaining('x.csv:3:7: "grade": This cell contains an error: #N/A.'),
    ],
  });
});

test('lines of empty cells, as spreadsheets leave them, are passed over', () => {
  expect(read('email,grade\na@b.c,A\n,\n,\n').values).toHaveLength(1);
});

test.each([
  ['', 'x.csv:1:1: must begin with a header: email,grade'],
  ['email,garde\na,b\n', 'x.csv:1:7: unknown column "garde"; allowed: email, grade'],
  ['email,grade,email\na,b,c\n', 'x.csv:1:13: the column "email" appears twice'],
  ['grade\nA\n', 'x.csv:1:1: the column "email" is missing; allowed: email, grade'],
  ['email;grade\na;b\n', 'x.csv:1:1: unknown column "email;grade"; allowed: email, grade'],
  ['email,grade\na@b.c\n', 'x.csv:2:1: has 1 cells; the header has 2'],
  ['email,grade\na@b.c,A,x\n', 'x.csv:2:9: has 3 cells; the header has 2'],
  ['email,grade\n\n,B\n', 'x.csv:3:1: "email" must not be empty'],
  ['email,grade\r\n"a\r\nb",toolong\r\n', 'x.csv:3:4: "grade" must have at most 5 characters'],
  ['email,grade\na@b.c,"A\n', 'x.csv:2:1: not valid CSV: the parsing is finished with an opening quote'],
  ['email,grade\na"b,A\n', 'x.csv:2:1: not valid CSV: a quote is found on field 0, value is "a"'],
])('%j is refused with its line, its column and what is allowed', (text, line) => {
  expect(read(text)).toMatchObject({ values: [], faults: [line] });
});

test('whatever stands in cells, each is read back and each fault points at its own line', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r\n', 'é', '=', ';'), maxLength: 5 });
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, fc.boolean()), { minLength: 1, maxLength: 8 }), (rows) => {
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
      let text = 'email,grade\n';
      const expected: string[] = [];
      for (const [grade, isWrong] of rows) {
        const line = text.split('\n').length;
        if (isWrong) expected.push(`x.csv:${line}:1: "email" must not be empty`);
        text += `${isWrong ? '""' : 'a@b.c'},${quoted(isWrong ? 'x' : grade)}\n`;
      }
      const { values, faults } = read(text);
      expect(faults).toEqual(expected);
      const right = rows
        .filter(([, isWrong]) => !isWrong)
        .map(([grade]) => grade.replaceAll('\r\n', '\n').trim());
      expect(values.map(({ grade }) => grade)).toEqual(right);
    }),
    { numRuns: 200 },
  );
});
