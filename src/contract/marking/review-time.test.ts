import { expect, it } from 'vitest';
import { dayMs, hourMs } from '../durations.ts';
import { isReviewInTime } from './review-time.ts';

const until = Date.UTC(2026, 10, 20, 18, 29, 59, 999);

it('takes requests until the last millisecond of the last day, and any without a limit', () => {
  expect(isReviewInTime({ until, now: until })).toBe(true);
  expect(isReviewInTime({ until, now: until + 1 })).toBe(false);
  expect(isReviewInTime({ until: null, now: until + 400 * dayMs })).toBe(true);
});

it('takes what was made offline in time for one day after the end, and no claim allows more', () => {
  const after = (ms: number, waitedMs: number) => isReviewInTime({ until, now: until + ms, waitedMs });
  expect(after(hourMs, hourMs)).toBe(true);
  expect(after(hourMs, hourMs - 1), 'made after the end').toBe(false);
  expect(after(dayMs, 2 * dayMs)).toBe(true);
  expect(after(dayMs + 1, 2 * dayMs), 'a day later').toBe(false);
  expect(after(30 * dayMs, Number.MAX_SAFE_INTEGER), 'a clock that is set back').toBe(false);
});
