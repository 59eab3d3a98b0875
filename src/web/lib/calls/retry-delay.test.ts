import { expect, test, vi } from 'vitest';
import { dayMs } from '#contract/durations';
import { CallError } from './call-error.ts';
import { retryDelayMs, sleep } from './retry-delay.ts';

const busy = (retryAfter: number | null) => new CallError(503, 'busy', 'Busy.', retryAfter);

test('what will not pass by itself is not tried again', () => {
  expect(retryDelayMs(new CallError(400, 'bad_request', 'No.'), 0)).toBeNull();
  expect(retryDelayMs(new CallError(409, 'conflict', 'No.'), 0)).toBeNull();
  expect(retryDelayMs(new CallError(0, 'cancelled', 'No.'), 0)).toBeNull();
  expect(retryDelayMs(new TypeError('No.'), 0)).toBeNull();
});

test('waits grow, end, and are never shorter than the server asks', () => {
  expect(retryDelayMs(busy(null), 0, 0)).toBe(2000);
  expect(retryDelayMs(busy(null), 2, 0)).toBe(8000);
  expect(retryDelayMs(busy(null), 7, 0)).toBe(30_000);
  expect(retryDelayMs(busy(null), 8, 0)).toBeNull();
  expect(retryDelayMs(busy(60), 0, 0)).toBe(60_000);
  expect(retryDelayMs(new CallError(409, 'conflict', 'Still on its way.', 1), 0, 0)).toBe(2000);
  expect(retryDelayMs(new CallError(0, 'offline', 'No network.'), 0, 1)).toBe(2500);
});

test('a sleep of months does not end at once', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  let isOver = false;
  const leave = new AbortController();
  const slept = sleep(90 * dayMs, leave.signal).then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(dayMs);
  expect(isOver).toBe(false);
  leave.abort();
  await slept;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
