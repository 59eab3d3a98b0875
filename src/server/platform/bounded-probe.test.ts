import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeBoundedProbe, ProbeTimedOut } from './bounded-probe.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const bounds = { timeoutMs: 1_000, keptMs: 2_000 };
const timedOut = { error: expect.any(ProbeTimedOut) as ProbeTimedOut };

test('a result is kept for its time, whether it is a value or an error', async () => {
  let answers = 0;
  const probe = makeBoundedProbe(() => {
    answers += 1;
    if (answers === 2) throw new Error('the second');
    return answers;
  }, bounds);
  expect(await probe()).toEqual({ value: 1 });
  vi.advanceTimersByTime(1_999);
  expect(await probe()).toEqual({ value: 1 });
  vi.advanceTimersByTime(1);
  expect(await probe()).toEqual({ error: new Error('the second') });
  vi.advanceTimersByTime(1_999);
  expect(await probe()).toEqual({ error: new Error('the second') });
  vi.advanceTimersByTime(1);
  expect(await probe()).toEqual({ value: 3 });
});

test('a probe that hangs is one for all who ask, and each has an answer in time', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const ask = vi.fn(() => promise);
  const probe = makeBoundedProbe(ask, bounds);
  const early = Array.from({ length: 50 }, () => probe());
  await vi.advanceTimersByTimeAsync(900);
  const late = probe();
  // The late one does not wait for a second of its own.
  await vi.advanceTimersByTimeAsync(100);
  expect(await Promise.all([...early, late])).toEqual(Array.from({ length: 51 }, () => timedOut));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await probe()).toEqual(timedOut);
  expect(ask).toHaveBeenCalledOnce();

  resolve('there again');
  await vi.advanceTimersByTimeAsync(0);
  expect(await probe()).toEqual({ value: 'there again' });
  expect(ask).toHaveBeenCalledOnce();
});

test('without keeping, everybody who asks later gets a later answer', async () => {
  let answers = 0;
  const probe = makeBoundedProbe(() => ++answers, { timeoutMs: 1_000, keptMs: 0 });
  expect(await probe()).toEqual({ value: 1 });
  expect(await probe()).toEqual({ value: 2 });
});
