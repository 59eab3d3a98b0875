import { expect, it } from 'vitest';
import { markingState } from './batch-counts.ts';

it('says that all is marked only when nothing waits and nothing is not released', () => {
  const counts = { submissions: 3, unmarked: 0, heldBack: 0 };
  expect(markingState(counts)).toBe('All marked');
  expect(markingState({ ...counts, heldBack: 1 })).toBe('1 not released');
  expect(markingState({ ...counts, unmarked: 1_200 })).toBe('1,200 to mark');
  expect(markingState({ ...counts, unmarked: 2, heldBack: 1 })).toBe('2 to mark, 1 not released');
  expect(markingState({ submissions: 0, unmarked: 0, heldBack: 0 })).toBe('Nothing yet');
});
