import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { httpErrors, type HttpError } from '../http-errors.ts';
import { makeRequestLimit, type Requester, type RequestKind, type RequestLimit } from './request-limit.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
});

const student: Requester = { kind: 'student', id: 7 };

/** How many of `count` requests are let through at once, and the last refusal. */
function ask(limit: RequestLimit, of: Requester, count: number, what: RequestKind = 'call') {
  let taken = 0;
  let refusal: HttpError | undefined;
  for (let n = 0; n < count; n++) {
    const excess = limit.admit(of, what);
    if (excess === null) taken += 1;
    else if (excess instanceof Error) refusal = excess;
  }
  return { taken, refusal };
}

/** What became of some requests at the same moment, so far. */
function askAtOnce(limit: RequestLimit, of: Requester, count: number): ('waits' | 'served' | 'refused')[] {
  const outcomes: ('waits' | 'served' | 'refused')[] = [];
  for (let n = 0; n < count; n++) {
    const admitted = limit.admit(of, 'page');
    outcomes[n] = admitted === null ? 'served' : admitted instanceof Error ? 'refused' : 'waits';
    if (admitted instanceof Promise) void admitted.then(() => (outcomes[n] = 'served'));
  }
  return outcomes;
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
  expect(ask(limit, student, 2_000, 'page').taken).toBe(200);
  expect(ask(limit, { kind: 'submission', id: 7 }, 2_000, 'submission').taken, 'its own bucket').toBe(200);
  expect(ask(limit, { kind: 'staff', id: 8 }, 5_000).taken).toBe(2_000);
  expect(ask(limit, { kind: 'network', id: '203.0.113.1' }, 5_000).taken).toBe(3_000);
});

test('Retry-After is when the next one fits', () => {
  const limit = makeRequestLimit(2);
  ask(limit, student, 20);
  const { refusal } = ask(limit, student, 1, 'page');
  expect(refusal?.retryAfter).toBe(3);
  vi.advanceTimersByTime(2_500);
  expect(ask(limit, student, 1, 'page').taken).toBe(1);
});

test('a bucket that two pages fill takes both, whatever the time', () => {
  for (let n = 0; n < 200; n++) {
    vi.advanceTimersByTime(7.3);
    expect(ask(makeRequestLimit(1), student, 3, 'page').taken).toBe(2);
    expect(ask(makeRequestLimit(3), student, 40).taken).toBe(30);
  }
});

test.each<[Requester, number]>([
  [student, 2_000],
  [{ kind: 'staff', id: 8 }, 2_000],
  [{ kind: 'network', id: '203.0.113.1' }, 4_000],
  [{ kind: 'calendar', id: 7 }, 1_000],
])('beyond ten seconds’ share of the thread a few of %o wait, and more are refused', async (of, burstMs) => {
  const limit = makeRequestLimit(300);
  limit.charge(of, burstMs);
  expect(ask(limit, of, 1).taken, 'exactly its share').toBe(1);
  limit.charge(of, burstMs / 20);
  const most = 2;
  const outcomes = askAtOnce(limit, of, 48);
  expect(outcomes.filter((outcome) => outcome === 'waits')).toHaveLength(most);
  expect(outcomes.filter((outcome) => outcome === 'refused')).toHaveLength(48 - most);
  expect(ask(limit, of, 1).refusal).toMatchObject({ status: 429, retryAfter: 1 });
  await vi.advanceTimersByTimeAsync(501);
  expect(outcomes.filter((outcome) => outcome === 'served')).toHaveLength(most);
  expect(ask(limit, of, 1).taken, 'time has brought it back').toBe(1);
});

test('who asks for one page after the other is slowed, and never refused, however much a page takes', async () => {
  const limit = makeRequestLimit(300);
  for (let page = 0; page < 100; page++) {
    const [outcome] = [askAtOnce(limit, student, 1)];
    expect(outcome).not.toContain('refused');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(outcome).toEqual(['served']);
    limit.charge(student, 700);
  }
});

test('the starts of long calls count for some time of the thread each', async () => {
  const limit = makeRequestLimit(300);
  const of: Requester = { kind: 'long', id: 7 };
  const { taken, refusal } = ask(limit, of, 3_000, 'long');
  expect(taken).toBe(667);
  expect(refusal?.status).toBe(429);
  expect(ask(limit, student, 1).taken, 'the account’s other calls').toBe(1);
});

test('a refusal goes out half a second later', async () => {
  const error = httpErrors.tooMany('Too much.', 1);
  const isOut = vi.fn();
  const { refuse } = makeRequestLimit(1);
  refuse(error).catch(isOut);
  await vi.advanceTimersByTimeAsync(499);
  expect(isOut).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(isOut).toHaveBeenCalledWith(error);
});

test('many refusals do not go out at once', async () => {
  const { refuse } = makeRequestLimit(1);
  const isOut = vi.fn();
  for (let n = 0; n < 250; n++) refuse(httpErrors.tooMany('Too much.', 1)).catch(isOut);
  await vi.advanceTimersByTimeAsync(500);
  expect(isOut).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isOut).toHaveBeenCalledTimes(101);
  await vi.advanceTimersByTimeAsync(1_490);
  expect(isOut).toHaveBeenCalledTimes(250);
});

test('nobody pays for somebody else, be it an account and a network of the same name', () => {
  const limit = makeRequestLimit(1);
  ask(limit, student, 100);
  limit.charge(student, 60_000);
  for (const of of [
    { kind: 'student', id: 70 },
    { kind: 'network', id: '7' },
    { kind: 'device', id: 7 },
    { kind: 'long', id: 7 },
  ] as const)
    expect(ask(limit, of, 1).taken).toBe(1);
});

test('without a limit everything goes', () => {
  const limit = makeRequestLimit(0);
  limit.charge(student, 60_000);
  expect(ask(limit, student, 100_000).taken).toBe(100_000);
});
