import { expect, test } from 'vitest';
import { meanOfMarks } from './mean-of-marks.ts';

test.each([
  [[76, 88, 91, 85, null, null], 85],
  [[70, 71, 71], 70.7],
  [[0, 0], 0],
  [[82, null], null],
  [[77, 77, 77.5], 77.2],
  // Halves that binary numbers miss.
  [[54.58, 97.57, 76.75, 66.51, 93.45, 59.64], 74.8],
  [[64.04, 64.06], 64.1],
  [[], null],
  [[null], null],
])('the mean of %j is %j', (marks, mean) => expect(meanOfMarks(marks)).toBe(mean));
