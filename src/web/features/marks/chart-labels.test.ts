import { expect, test } from 'vitest';
import { chartLabels } from './chart-labels.ts';

test('a chart is told with every mark and every gap', () => {
  const marks = [
    { name: 'Week 1', marks: 82 },
    { name: 'Week 2', marks: 0 },
    { name: 'Viva voce', marks: null },
  ];
  expect(chartLabels(marks)).toBe('Marks out of 100: Week 1 82, Week 2 0. Not marked yet: Viva voce.');
  expect(chartLabels(marks.slice(0, 1))).toBe('Marks out of 100: Week 1 82.');
});
