import { expect, it } from 'vitest';
import { staffSubmission } from '#support/contract-fixtures';
import {
  beganOfMark,
  describeMarkVisibility,
  markState,
  originalOf,
  overtakenMark,
  parseMarks,
} from './marks.ts';

it.each([
  ['0', 0],
  ['100', 100],
  [' 71.5 ', 71.5],
  ['007', 7],
  ['८५', 85],
  ['٨', 8],
])('takes %j', (typed, marks) => expect(parseMarks(typed)).toBe(marks));

it.each(['', ' ', '-1', '100.5', '101', '1e2', '0x10', '82%', '8 2', '71,5', '.5', '5.', 'NaN'])(
  'refuses %j',
  (typed) => expect(parseMarks(typed)).toBeNull(),
);

const submission = {
  student: { s_id: 'a@b.c', s_name: 'Asha' },
  task: 'week-2',
  version: 2,
  marks: null,
  shown: null,
  earlier: null,
} as const;
const first = { version: 1, marks: 70, comments: 'Fair', read_at: null };
const second = { version: 2, marks: 82.5, comments: 'Good', read_at: null };
const earlier = { version: 1, marks: 70, comments: 'Fair', released: true };

it('describes what the student sees, whichever version it belongs to', () => {
  expect(describeMarkVisibility(submission)).toBe('Asha sees no marks for Week 2 yet.');
  expect(describeMarkVisibility({ ...submission, marks: 82.5 })).toBe(
    'Asha does not see these marks until you release them.',
  );
  expect(describeMarkVisibility({ ...submission, marks: 82.5, shown: second })).toBe(
    'Asha sees 82.5 out of 100 and the comment.',
  );
  expect(describeMarkVisibility({ ...submission, marks: 82.5, shown: { ...second, comments: '' } })).toBe(
    'Asha sees 82.5 out of 100.',
  );
  expect(describeMarkVisibility({ ...submission, shown: first, earlier })).toBe(
    'Version 2 is not marked yet. Version 1 is marked. Asha still sees 70 out of 100, for version 1.',
  );
  expect(describeMarkVisibility({ ...submission, earlier: { ...earlier, released: false } })).toBe(
    'Version 2 is not marked yet. Version 1 is marked (70 out of 100, not released). Asha sees no marks for Week 2 yet.',
  );
  expect(describeMarkVisibility({ ...submission, marks: 60, shown: first, earlier })).toBe(
    'Asha still sees 70 out of 100, for version 1. Only staff see these marks for version 2.',
  );
});

it('labels the marking state', () => {
  expect(markState({ marks: null, released: false })).toBe('To mark');
  expect(markState({ marks: 0, released: false })).toBe('Not released');
  expect(markState({ marks: 0, released: true })).toBe('Released');
});

it.each([
  ['all of a first mark', { marks: 5, comments: 'x', released: false }, null, { marks: null, comments: '' }],
  [
    'nothing',
    { marks: 5, comments: ' x ', released: false },
    { marks: 5, comments: 'x', released: false },
    {},
  ],
  [
    'a release',
    { marks: 5, comments: '', released: true },
    { marks: 5, comments: '', released: false },
    { released: false },
  ],
  [
    'no lines are no rubric',
    { marks: 5, comments: '', released: false, rubric: { lines: [], reason: null } },
    { marks: 5, comments: '', released: false, rubric: null },
    {},
  ],
  [
    'lines in another order',
    { marks: 5, comments: '', released: false, rubric: { lines: ['2', '1'], reason: null } },
    { marks: 5, comments: '', released: false, rubric: { lines: ['1', '2'], reason: null } },
    {},
  ],
  [
    'a further line',
    { marks: 5, comments: '', released: false, rubric: { lines: ['1', '2'], reason: null } },
    { marks: 5, comments: '', released: false, rubric: { lines: ['2'], reason: null } },
    { rubric: { lines: ['2'], reason: null } },
  ],
])('what a changed mark began from: %s', (_, mark, original, began) => {
  expect(beganOfMark(mark, original)).toEqual(began);
});

const line = (id: string) => ({ id, line: id, text: id, points: 5 });
const begun = { marks: 60, comments: 'Good.', released: false, rubric: { lines: ['1'], reason: null } };
type Typed = { marks?: string; comments?: string; rubric?: string[] };
type Stored = { marks?: number; mark_comments?: string; lines?: string[]; released?: boolean };

it.each<[string, typeof begun | null, Typed, Stored, boolean]>([
  ['nobody else', begun, { comments: 'Mine.' }, {}, false],
  ['of two comments', begun, { comments: 'Mine.' }, { mark_comments: 'Theirs.' }, true],
  ['an equal comment', begun, { comments: 'Mine.' }, { mark_comments: ' Mine.' }, false],
  ['a comment, and other marks', begun, { comments: 'Mine.', marks: '70' }, { marks: 70 }, false],
  ['of two marks', begun, { marks: '65' }, { marks: 70 }, true],
  ['half a number is no mark', begun, { marks: '6x' }, { marks: 70 }, false],
  ['of two lines', begun, { rubric: ['1', '2'] }, { lines: ['1', '3'] }, true],
  ['the same lines', begun, { rubric: ['2', '1'] }, { lines: ['1', '2'] }, false],
  ['a release shows it, and changes none', begun, { comments: 'Mine.' }, { released: true }, false],
  ['a first mark', null, { marks: '65', comments: '', rubric: [] }, {}, true],
])('what a draft would overwrite: %s', (_, original, typed, stored, isOvertaken) => {
  const { lines = ['1'], ...mark } = stored;
  const row = staffSubmission({
    state: 'marked',
    marks: 60,
    mark_comments: 'Good.',
    rubric: { lines: lines.map(line), reason: null },
    ...mark,
  });
  const found = overtakenMark(row, {
    marks: typed.marks ?? String(row.marks),
    comments: typed.comments ?? row.mark_comments ?? '',
    rubric: { lines: typed.rubric ?? lines, reason: null },
    original: originalOf(original),
  });
  expect(found !== null).toBe(isOvertaken);
  if (found !== null) expect(found.current).toMatchObject({ marks: row.marks, comments: row.mark_comments });
});
