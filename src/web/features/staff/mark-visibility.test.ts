import { expect, it } from 'vitest';
import { markState, describeMarkVisibility } from './mark-visibility.ts';

const handIn = {
  student: { s_id: 'a@b.c', s_name: 'Asha' },
  task: 'week-2',
  version: 2,
  marks: null,
  shown: null,
} as const;
const first = { version: 1, marks: 70, comments: 'Fair' };
const second = { version: 2, marks: 82.5, comments: 'Good' };

it('tells what the student sees, whichever version it belongs to', () => {
  expect(describeMarkVisibility(handIn)).toBe('Asha sees no marks for Week 2 yet.');
  expect(describeMarkVisibility({ ...handIn, marks: 82.5 })).toBe(
    'Only staff see these marks. Asha sees none until you release them.',
  );
  expect(describeMarkVisibility({ ...handIn, marks: 82.5, shown: second })).toBe(
    'Asha sees 82.5 out of 100 and the comment.',
  );
  expect(describeMarkVisibility({ ...handIn, marks: 82.5, shown: { ...second, comments: '' } })).toBe(
    'Asha sees 82.5 out of 100.',
  );
  expect(describeMarkVisibility({ ...handIn, shown: first })).toBe(
    'Asha still sees 70 out of 100, for version 1.',
  );
  expect(describeMarkVisibility({ ...handIn, marks: 60, shown: first })).toBe(
    'Asha still sees 70 out of 100, for version 1. Only staff see these marks for version 2.',
  );
});

it('tells where a hand-in stands', () => {
  expect(markState({ marks: null, released: false })).toBe('To mark');
  expect(markState({ marks: 0, released: false })).toBe('Not released');
  expect(markState({ marks: 0, released: true })).toBe('Released');
});
