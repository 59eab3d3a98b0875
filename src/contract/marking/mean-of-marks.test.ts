import { expect, test } from 'vitest';
import { meanOfMarks } from './mean-of-marks.ts';

test.each([
  [[76, 88, 91, 85, null, null], 85],
  [[70, 71, 71], 70.7],
  [[0, 0], 0],
  [[82, null], null],
  [[77, 77, 77.5], 77.2],
  [[], null],
  [[null], null],
])('the mean of %j is %j', (marks, mean) => expect(meanOfMarks(marks)).toBe(mean));
