import { beforeEach, expect, it, vi } from 'vitest';
import { hourMs, minuteMs } from '#contract/durations';
import { followTimes } from './follow-times.ts';

const start = Date.parse('2026-12-03T10:00:00Z');
const leaving = () => new AbortController();

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

it.each([
  ['long before', -2 * hourMs, 0],
  ['an hour before', -hourMs, 5],
  ['afterwards', 2 * hourMs + 1, 0],
])('looks every two minutes near a viva alone: %s', (_, after, times) => {
  vi.setSystemTime(start + after);
  const look = vi.fn<() => void>();
  const controller = leaving();
  followTimes(look, { from: start, to: start, signal: controller.signal });
  vi.advanceTimersByTime(10 * minuteMs);
  expect(look).toHaveBeenCalledTimes(times);
  controller.abort();
  vi.advanceTimersByTime(10 * minuteMs);
  expect(look).toHaveBeenCalledTimes(times);
});

it('looks when its reader returns, and not while nobody sees it', () => {
  vi.setSystemTime(start);
  const look = vi.fn<() => void>();
  const controller = leaving();
  followTimes(look, { from: start, to: start, signal: controller.signal });
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  vi.advanceTimersByTime(10 * minuteMs);
  expect(look).not.toHaveBeenCalled();
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(look).toHaveBeenCalledTimes(1);
  controller.abort();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(look).toHaveBeenCalledTimes(1);
});

it('without a time never looks', () => {
  const look = vi.fn<() => void>();
  followTimes(look, { from: Number.NaN, to: Number.NaN, signal: leaving().signal });
  vi.advanceTimersByTime(10 * minuteMs);
  expect(look).not.toHaveBeenCalled();
});
