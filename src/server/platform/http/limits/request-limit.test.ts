import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { httpErrors, type HttpError } from '../http-errors.ts';
import { makeRequestLimit, refuse, requestCosts, type Requester } from './request-limit.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
});

const student: Requester = { kind: 'student', id: 7 };

/** How many of `count` requests are let through, and the last refusal. */
function ask(limit: ReturnType<typeof makeRequestLimit>, of: Requester, count: number, cost = 1) {
  let taken = 0;
  let refusal: HttpError | undefined;
  for (let n = 0; n < count; n++) {
    const excess = limit(of, cost);
    if (excess === null) taken += 1;
    else refusal = excess;
  }
  return { taken, refusal };
}

test('ten seconds’ worth at once, then as much as time brings back', () => {
  const limit = makeRequestLimit(100);
  const { taken, refusal } = ask(limit, student, 2_000);
  expect(taken).toBe(1_000);
  expect(refusal).toMatchObject({ status: 429, code: 'too_many', retryAfter: 1 });
  vi.advanceTimersByTime(500);
  expect(ask(limit, student, 100).taken, 'what was refused costs nothing').toBe(50);
  vi.advanceTimersByTime(60_000);
  expect(ask(limit, student, 2_000).taken, 'never more than that').toBe(1_000);
});

test('a page costs as much as five calls, staff have twice and a network three times as much', () => {
  const limit = makeRequestLimit(100);
  expect(ask(limit, student, 2_000, requestCosts.page).taken).toBe(200);
  expect(ask(limit, { kind: 'staff', id: 8 }, 5_000).taken).toBe(2_000);
  expect(ask(limit, { kind: 'network', id: '203.0.113.1' }, 5_000).taken).toBe(3_000);
});

test('Retry-After is when the next one fits', () => {
  const limit = makeRequestLimit(2);
  ask(limit, student, 20);
  const { refusal } = ask(limit, student, 1, requestCosts.page);
  expect(refusal?.retryAfter).toBe(3);
  vi.advanceTimersByTime(2_500);
  expect(ask(limit, student, 1, requestCosts.page).taken).toBe(1);
});

test('a bucket that two pages fill takes both, whatever the time', () => {
  for (let n = 0; n < 200; n++) {
    vi.advanceTimersByTime(7.3);
    expect(ask(makeRequestLimit(1), student, 3, requestCosts.page).taken).toBe(2);
    expect(ask(makeRequestLimit(3), student, 40).taken).toBe(30);
  }
});

test('a refusal goes out half a second later', async () => {
  vi.useFakeTimers();
  const error = httpErrors.tooMany('Too much.', 1);
  const isOut = vi.fn();
  refuse(error).catch(isOut);
  await vi.advanceTimersByTimeAsync(499);
  expect(isOut).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(isOut).toHaveBeenCalledWith(error);
});

test('nobody pays for somebody else, be it an account and a network of the same name', () => {
  const limit = makeRequestLimit(1);
  ask(limit, student, 100);
  expect(ask(limit, { kind: 'student', id: 70 }, 1).taken).toBe(1);
  expect(ask(limit, { kind: 'network', id: '7' }, 1).taken).toBe(1);
  expect(ask(limit, { kind: 'device', id: 7 }, 1).taken).toBe(1);
});

test('without a limit everything goes', () => {
  expect(ask(makeRequestLimit(0), student, 100_000).taken).toBe(100_000);
});
