import { expect, test } from 'vitest';
import { parseRow, rowText } from './table-rows.ts';

test('every value that a row may have comes back as it was, on one line', () => {
  const values = [
    null,
    0,
    -1.5,
    0.1 + 0.2,
    Number.MAX_SAFE_INTEGER,
    Infinity,
    -Infinity,
    '',
    'two\nlines\r\n\u2028',
    'NUL \u0000, a half \uD83D, a whole 👩🏽‍💻',
    '{"base64":"AA=="}',
    Buffer.from([0, 255, 10, 13]),
    Buffer.alloc(0),
  ];
  const columns = values.map((_, place) => `c${place}`);
  const line = rowText(columns, Object.fromEntries(values.map((value, place) => [`c${place}`, value])));
  expect(line).not.toMatch(/[\n\r]/);
  expect(parseRow(Buffer.from(line).toString())).toEqual(values);
});

test('a value that neither engine gives is refused', () => {
  expect(() => rowText(['c'], { c: true })).toThrow('boolean');
});
