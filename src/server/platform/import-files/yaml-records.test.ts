import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  deadlineField,
  dayField,
  flagField,
  optionalTextField,
  optionalTextListField,
  textField,
} from './fields.ts';
import { formatImportError, locate, type ImportError } from './source-location.ts';
import { readYamlRecords } from './yaml-records.ts';

const schema = z.strictObject({
  name: textField(20),
  open: flagField().optional(),
  start: dayField('Asia/Kolkata').optional(),
  until: deadlineField('Asia/Kolkata').nullish(),
  steps: optionalTextListField(10),
  note: optionalTextField(10),
});

function read(text: string) {
  const faults: ImportError[] = [];
  const records = readYamlRecords('x.yaml', text, schema, faults).map((one) => locate('x.yaml', one));
  return { records, faults: faults.map(formatImportError) };
}

test('a right file gives its records with their places', () => {
  const { records, faults } = read('# hello\n- name: A\n  open: true\n- name: "B"\n  steps: [one, two]\n');
  expect(faults).toEqual([]);
  expect(records.map(({ value }) => value)).toEqual([
    { name: 'A', open: true },
    { name: 'B', steps: ['one', 'two'] },
  ]);
  expect(records[1]?.at('name')).toEqual({ file: 'x.yaml', line: 4, column: 9 });
  expect(records[1]?.at('steps', 1)).toEqual({ file: 'x.yaml', line: 5, column: 16 });
  expect(records[1]?.at('open')).toEqual({ file: 'x.yaml', line: 4, column: 3 });
});

test.each([
  ['""', '[]'],
  ['"  "', '[]'],
  ['', ''],
  ['null', '~'],
])('an optional text %j and list %j are empty, and unchanged only where they are absent', (note, steps) => {
  const { records, faults } = read(`- name: A\n  note: ${note}\n  steps: ${steps}\n- name: B\n`);
  expect(faults).toEqual([]);
  expect(records.map(({ value }) => value)).toEqual([{ name: 'A', note: '', steps: [] }, { name: 'B' }]);
});

test('a byte order mark and Windows line ends are no matter', () => {
  const { records, faults } = read('\uFEFF- name: A\r\n- name: B\r\n');
  expect(faults).toEqual([]);
  expect(records.map(({ value }) => value.name)).toEqual(['A', 'B']);
});

test.each([
  ['', 'x.yaml:1:1: must be a list of entries, each with the keys name, open, start, until, steps, note'],
  [
    'name: A\n',
    'x.yaml:1:1: must be a list of entries, each with the keys name, open, start, until, steps, note',
  ],
  ['- A\n', 'x.yaml:1:3: must be an entry with the keys name, open, start, until, steps, note'],
  ['- open: true\n', 'x.yaml:1:3: "name" is missing; it must be a text of 1 to 20 characters'],
  ['- name: 2026\n', 'x.yaml:1:9: "name" must be a text of 1 to 20 characters (put quotes around it)'],
  ['- name: ""\n', 'x.yaml:1:9: "name" must be a text of 1 to 20 characters'],
  ['- name:\n', 'x.yaml:1:8: "name" must be a text of 1 to 20 characters'],
  [
    '- name: A\n  nmae: B\n',
    'x.yaml:2:9: unknown key "nmae"; allowed: name, open, start, until, steps, note',
  ],
  ['- name: A\n  open: yes\n', 'x.yaml:2:9: "open" must be true or false'],
  [
    '- name: A\n  start: 2026-02-30\n',
    'x.yaml:2:10: "start" must be a day from 2000 to 2099, YYYY-MM-DD (in Asia/Kolkata)',
  ],
  [
    '- name: A\n  start: "2026-02-03 10:00"\n',
    'x.yaml:2:10: "start" must be a day from 2000 to 2099, YYYY-MM-DD (in Asia/Kolkata)',
  ],
  ['- name: A\n  steps: one\n', 'x.yaml:2:10: "steps" must be a list of at most 50 texts'],
  [
    '- name: A\n  note: 12345678901\n',
    'x.yaml:2:9: "note" must be a text of at most 10 characters (put quotes around it)',
  ],
  ['- name: A\n  steps: [""]\n', 'x.yaml:2:11: "steps", entry 1, must be a text of 1 to 10 characters'],
  [
    '- name: A\n  steps:\n    - one\n    - 2\n',
    'x.yaml:4:7: "steps", entry 2, must be a text of 1 to 10 characters (put quotes around it)',
  ],
  [
    '- name: "a\\0b"\n',
    'x.yaml:1:9: "name" must not contain the character U+0000 or half of a surrogate pair',
  ],
  [
    '- name: "a\\ud800b"\n',
    'x.yaml:1:9: "name" must not contain the character U+0000 or half of a surrogate pair',
  ],
  ['- name: A\n  name: B\n', 'x.yaml:2:3: not valid YAML: Map keys must be unique'],
  ['- name: "A\n', 'x.yaml:2:1: not valid YAML: Missing closing "quote'],
  [
    '- name: *other\n',
    'x.yaml:1:3: not valid YAML: Unresolved alias (the anchor must be set before the alias): other',
  ],
])('%j is refused with its line, its column and what is allowed', (text, line) => {
  expect(read(text)).toEqual({ records: [], faults: [line] });
});

test('a value may stand for others by an alias, some of the time', () => {
  const { records, faults } = read(`- name: &a A\n${'- name: *a\n'.repeat(100)}`);
  expect(faults).toEqual([]);
  expect(new Set(records.map(({ value }) => value.name))).toEqual(new Set(['A']));
  const many = [`- name: &a A\n${'- name: *a\n'.repeat(2_000)}`, `- &a A\n- [${'*a,'.repeat(2_000)}]\n`];
  for (const text of many)
    expect(read(text)).toEqual({
      records: [],
      faults: [expect.stringMatching(/: has more than 100 aliases \(\*\); write the values instead$/)],
    });
});

test('every fault of a file is told, and what is right is kept', () => {
  const { records, faults } = read('- name: A\n- open: 1\n- name: B\n  x: 1\n');
  expect(records.map(({ value }) => value.name)).toEqual(['A']);
  expect(faults.map((line) => line.split(' ')[0])).toEqual(['x.yaml:2:3:', 'x.yaml:2:9:', 'x.yaml:4:6:']);
});

test.each([
  ['2024-08-01 23:59:59', '2024-08-01T18:29:59.000Z'],
  ['2024-08-01 23:59', '2024-08-01T18:29:00.000Z'],
  ['2024-08-01T23:59', '2024-08-01T18:29:00.000Z'],
  ['2024-08-01', '2024-08-01T18:29:59.000Z'],
  ['2024-08-01T12:00:00Z', '2024-08-01T12:00:00.000Z'],
  ['2024-08-01T12:00:00+05:30', '2024-08-01T06:30:00.000Z'],
])('the deadline %s is %s', (text, instant) => {
  const [record] = read(`- name: A\n  until: ${text}\n`).records;
  expect(new Date(record?.value.until ?? 0).toISOString()).toBe(instant);
});

test.each([
  '2024-8-1',
  '01/08/2024',
  '2024-08-01 24:00',
  '2024-08-01 10:60',
  '2024-13-01',
  '2024-04-31T10:00:00Z',
  'soon',
])('the deadline %s is none', (text) => {
  expect(read(`- name: A\n  until: ${text}\n`).faults[0]).toMatch(
    /^x\.yaml:2:10: "until" must be a day from 2000 to 2099, YYYY-MM-DD, /,
  );
});
