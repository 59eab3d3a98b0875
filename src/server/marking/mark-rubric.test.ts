import { expect, test } from 'vitest';
import { followRubric } from './mark-rubric.ts';

const line = (id: number, points: number, firstId: number | null = null) => ({
  id,
  firstId,
  text: `Line ${id}`,
  points,
  isOptional: 0 as const,
});
/** The lines of a mark: each in its first version. */
const given = (reason: string | null, ...lines: [id: number, points: number, line?: number][]) => ({
  lines: lines.map(([id, points, of = id]) => ({ id, line: of, text: `Line ${id}`, points })),
  reason,
});
const follow = (marks: number, ruledBy: ReturnType<typeof given>, ...standing: ReturnType<typeof line>[]) =>
  followRubric({ marks, ruledBy }, standing);

test('a line that has changed counts as it is now, one that was taken out no more', () => {
  const mark = given(null, [1, 40], [2, 30]);
  expect(follow(70, mark, line(3, 50, 1), line(2, 30), line(4, 20))).toEqual({
    marks: 80,
    ruledBy: given(null, [3, 50, 1], [2, 30]),
  });
  expect(follow(70, mark, line(2, 30))).toEqual({ marks: 30, ruledBy: given(null, [2, 30]) });
});

test('marks that were given against the lines stay, with their reason while it is one', () => {
  const mark = given('Late', [1, 40]);
  expect(follow(35, mark, line(3, 50, 1))).toEqual({ marks: 35, ruledBy: given('Late', [3, 50, 1]) });
  expect(follow(35, mark, line(3, 35, 1))).toEqual({ marks: 35, ruledBy: given(null, [3, 35, 1]) });
});

test('marks of which no line stands any more are nobody’s to guess', () => {
  expect(follow(40, given(null, [1, 40]), line(9, 10))).toEqual({ marks: 40, ruledBy: null });
});
