import { expect, test } from 'vitest';
import type { Rubric } from '#contract/projects/rubric-calls';
import {
  isOvertaken,
  linesBody,
  linesOfFields,
  parsePoints,
  typedLines,
  wrongPoints,
  type TypedLine,
} from './rubric-form.ts';
import { rubricAddress } from './rubric-address.ts';

const typed = (fields: Partial<TypedLine>): TypedLine => ({
  key: 'k',
  id: null,
  text: 'It opens',
  points: '40',
  optional: false,
  ...fields,
});

test.each([
  ['40', 40],
  [' 5.25 ', 5.25],
  ['+5', 5],
  ['-10', -10],
  ['−10', -10],
  ['', null],
  ['many', null],
  ['5.125', null],
  ['1e2', null],
])('%j is %s points', (text, points) => expect(parsePoints(text)).toBe(points));

test('lines without a text are none, whatever their points; the wrong ones are told', () => {
  const lines = [typed({}), typed({ text: ' ', points: 'x' }), typed({ key: 'b', points: '101' })];
  expect(wrongPoints(lines).map(({ field }) => field)).toEqual(['points-2']);
  expect(linesBody(lines.slice(0, 2))).toEqual([{ text: 'It opens', points: 40, optional: false }]);
});

test('a form has the lines that stand, and some to fill in; posted, it brings them back', () => {
  const [line, ...empty] = typedLines([
    { id: '7', line: '3', text: 'It opens', points: -2.5, optional: true },
  ]);
  expect(line).toEqual({ key: '7', id: '7', text: 'It opens', points: '-2.5', optional: true });
  expect(empty.map(({ id, text }) => [id, text])).toEqual([
    [null, ''],
    [null, ''],
  ]);
  const fields = {
    'id-0': '7',
    'text-0': 'It opens',
    'points-0': '-2.5',
    'optional-0': 'on',
    'id-1': '',
    'text-1': 'New',
    'points-1': '5',
  };
  expect(linesBody(linesOfFields(fields))).toEqual([
    { id: '7', text: 'It opens', points: -2.5, optional: true },
    { text: 'New', points: 5, optional: false },
  ]);
});

test('the address names project and task', () => {
  expect(rubricAddress('P 1', 'week-1')).toBe('/staff/projects/P%201/rubric?task=week-1');
});

const stored = (...lines: [id: string, line: string, text: string][]): Rubric => ({
  project: { id: 'P001', name: 'Boats', course: 'MERN' },
  task: 'week-1',
  lines: lines.map(([id, line, text]) => ({ id, line, text, points: 10, optional: false })),
  outdated: 0,
});
const [opens, tested] = [
  ['7', '7', 'It opens'],
  ['8', '8', 'Tested'],
] as const;
const begun = stored([...opens], [...tested]);
const draft = (...lines: [id: string | null, text: string][]) => ({
  original: '7 8',
  lines: lines.map(([id, text]) => typed({ id, text, points: '10' })),
});

test.each<[string, ReturnType<typeof draft>, Rubric, boolean]>([
  ['nobody else', draft(['7', 'Mine'], ['8', 'Tested']), begun, false],
  ['of one line', draft(['7', 'Mine'], ['8', 'Tested']), stored(['9', '7', 'Theirs'], [...tested]), true],
  [
    'of different lines',
    draft(['7', 'Mine'], ['8', 'Tested']),
    stored([...opens], ['9', '8', 'Theirs']),
    false,
  ],
  ['both the same', draft(['7', 'Both'], ['8', 'Tested']), stored(['9', '7', 'Both'], [...tested]), false],
  ['one removes what the other changed', draft(['8', 'Tested']), stored(['9', '7', 'X'], [...tested]), true],
  ['one changes what the other removed', draft(['7', 'Mine'], ['8', 'Tested']), stored([...tested]), true],
  [
    'two add one',
    draft(['7', 'It opens'], ['8', 'Tested'], [null, 'Mine']),
    stored([...opens], [...tested], ['9', '9', 'Theirs']),
    false,
  ],
])('lines that somebody else has changed: %s', (_, mine, now, overtaken) => {
  expect(isOvertaken(mine, begun.lines, now)).toBe(overtaken);
});

test('a draft of a version before is compared as a whole', () => {
  expect(isOvertaken(draft(['7', 'Mine']), null, begun)).toBe(false);
  expect(isOvertaken(draft(['7', 'Mine']), null, stored([...opens]))).toBe(true);
});
