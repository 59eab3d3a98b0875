import { expect, test } from 'vitest';
import { chartLabel } from './chart-labels.ts';

test('the text alternative names every mark and every gap', () => {
  const marks = [
    { name: 'Week 1', marks: 82 },
    { name: 'Week 2', marks: 0 },
    { name: 'Viva voce', marks: null },
  ];
  expect(chartLabel(marks)).toBe(
    'Marks out of 100: Week 1 82, Week 2 0. Average 41. Not marked yet: Viva voce.',
  );
  expect(chartLabel(marks.slice(0, 1))).toBe('Marks out of 100: Week 1 82.');
});
