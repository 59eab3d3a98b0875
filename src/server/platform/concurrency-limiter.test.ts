import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createConcurrencyLimiter, LimiterFull } from './concurrency-limiter.ts';

const request = () => new PassThrough();
const limits = { maxConcurrent: 1, maxQueued: 2, maxWaitMs: 20_000 };

/** Who got a slot, in order. */
function recordOrder(limiter: ReturnType<typeof createConcurrencyLimiter>) {
  const started: string[] = [];
  const ask = (name: string, client = request()) => {
    const slot = limiter.acquire(client).then((release) => {
      started.push(name);
      return release;
    });
    slot.catch(() => {});
    return { slot, client };
  };
  return { started, ask };
}

test('slots are given first come, first served; a release that is repeated frees nothing', async () => {
  const limiter = createConcurrencyLimiter(limits);
  const { started, ask } = recordOrder(limiter);
  const release = await ask('first').slot;
  const second = ask('second');
  const third = ask('third');
  expect(limiter.queued()).toBe(2);
  release();
  release();
  const releaseSecond = await second.slot;
  expect([started, limiter.queued()]).toEqual([['first', 'second'], 1]);
  releaseSecond();
  await third.slot;
  expect([started, limiter.queued()]).toEqual([['first', 'second', 'third'], 0]);
});

test('whoever comes to a full queue is refused with a time to come back, until somebody in it goes away', async () => {
  const limiter = createConcurrencyLimiter(limits);
  const { ask } = recordOrder(limiter);
  const release = await ask('first').slot;
  const second = ask('second');
  const third = ask('third');
  const refused = limiter.acquire(request());
  await expect(refused).rejects.toBeInstanceOf(LimiterFull);
  await expect(refused).rejects.toMatchObject({ retryAfter: 3 });
  second.client.destroy();
  await expect(second.slot).rejects.toBeInstanceOf(LimiterFull);
  expect(limiter.queued()).toBe(1);
  const fourth = ask('fourth');
  expect(limiter.queued()).toBe(2);
  release();
  (await third.slot)();
  await fourth.slot;
});

test('a queue that does not move refuses after its time', async () => {
  const limiter = createConcurrencyLimiter(limits);
  await limiter.acquire(request());
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const waiting = limiter.acquire(request());
  vi.advanceTimersByTime(19_999);
  expect(limiter.queued()).toBe(1);
  vi.advanceTimersByTime(1);
  await expect(waiting).rejects.toBeInstanceOf(LimiterFull);
  expect(limiter.queued()).toBe(0);
});
