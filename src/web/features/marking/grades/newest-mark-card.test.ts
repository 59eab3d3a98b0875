import { expect, test } from 'vitest';
import { ownRecord, timelineOnDay } from '#support/contract-fixtures';
import { withholdMarks } from '../../../lib/withheld-marks.ts';
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

test('what is recorded without a file is news, an excused task too', () => {
  const recorded = ownRecord({ status: 'excused', marks: null });
  const { tasks } = withholdMarks(
    timelineOnDay(29, { 'week-1': mark(76, '2026-11-15T09:00:00.000Z'), 'week-2': { recorded } }),
  );
  expect(newestMark(tasks)).toMatchObject({ task: 'week-2', marks: null });
});
