import { expect, test } from 'vitest';
import { timelineOnDay } from '#support/contract-fixtures';
import { newestMark } from './newest-mark-card.tsx';

const mark = (marks: number, marked_at: string | null) => ({ state: 'marked', marks, marked_at }) as const;

test('the mark that was given last, whichever task it is for', () => {
  const { tasks } = timelineOnDay(29, {
    'week-1': mark(76, '2026-11-25T09:00:00.000Z'),
    'week-2': mark(64, '2026-11-18T09:00:00.000Z'),
  });
  expect(newestMark(tasks)).toMatchObject({ task: 'week-1', marks: 76 });
});

test('without times, that of the later task; a zero is a mark, and none is none', () => {
  expect(
    newestMark(timelineOnDay(29, { 'week-1': mark(76, null), 'week-2': mark(0, null) }).tasks),
  ).toMatchObject({ task: 'week-2', marks: 0 });
  expect(newestMark(timelineOnDay(29).tasks)).toBeNull();
});
