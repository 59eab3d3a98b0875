import { expect, test } from 'vitest';
import { dayMs } from '../durations.ts';
import { lateDays } from './late-days.ts';

const due = Date.UTC(2026, 10, 20, 18, 30);
const arrival = { submittedAt: due + 1, late: true, dueAt: due, extendedTo: null };

test.each([
  ['a moment late', {}, 1],
  ['a day late to the millisecond', { submittedAt: due + dayMs }, 1],
  ['a moment more', { submittedAt: due + dayMs + 1 }, 2],
  ['at the due date', { submittedAt: due, late: false }, 0],
  ['in time by its receipt, though the due date was moved since', { late: false, dueAt: due - dayMs }, 0],
  ['without a due date', { dueAt: null }, 0],
  ['within an extension', { submittedAt: due + 3 * dayMs, extendedTo: due + 3 * dayMs }, 0],
  ['a day after the extension', { submittedAt: due + 4 * dayMs, extendedTo: due + 3 * dayMs }, 1],
  ['with an extension that is no longer than the due date', { extendedTo: due - dayMs }, 1],
])('%s', (_, given, days) => expect(lateDays({ ...arrival, ...given })).toBe(days));
