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

test('of one account only so many run at once, its next ones wait, and others pass them', async () => {
  const limiter = createConcurrencyLimiter({ ...limits, maxConcurrent: 4, maxOfAccount: 2, maxQueued: 9 });
  const started: string[] = [];
  const ask = (name: string, account: number) =>
    limiter.acquire(request(), { account }).then((release) => {
      started.push(name);
      return release;
    });
  const [first] = await Promise.all([ask('one', 1), ask('one again', 1)]);
  const third = ask('one, a third time', 1);
  await ask('two', 2);
  expect([started, limiter.queued()]).toEqual([['one', 'one again', 'two'], 1]);
  (first as () => void)();
  await third;
  expect(started.at(-1)).toBe('one, a third time');
});

test('a full queue has room for who has least in it, and says whose own requests are too many', async () => {
  const limiter = createConcurrencyLimiter({
    ...limits,
    maxQueued: 3,
    maxQueuedOfAccount: 3,
    maxOfAccount: 1,
  });
  await limiter.acquire(request(), { account: 1 });
  const waiting = [1, 1, 1].map((account) => limiter.acquire(request(), { account }));
  for (const one of waiting) one.catch(() => {});
  await expect(limiter.acquire(request(), { account: 1 })).rejects.toMatchObject({ isOwn: true });
  limiter.acquire(request(), { account: 2 }).catch(() => {});
  await expect(waiting[2], 'the newest of who has most').rejects.toBeInstanceOf(LimiterFull);
  expect(limiter.queued()).toBe(3);
});

/** A request over a connection that has brought so many bytes. */
function arriving() {
  const stream = Object.assign(new PassThrough(), { complete: false, socket: { bytesRead: 0 } });
  return { stream, bring: (bytes: number) => void (stream.socket.bytesRead += bytes) };
}

const pace = {
  longestMs: 60_000,
  leastRate: 500,
  leastOverMs: 20_000,
  yieldRate: 10_000,
  measureMs: 5_000,
  sweepMs: 1_000,
};

function makePacedLimiter(places: number) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const limiter = createConcurrencyLimiter({ ...limits, maxConcurrent: places, pace });
  const evicted: string[] = [];
  const open = async (name: string, account: number) => {
    const { stream, bring } = arriving();
    const release = await limiter.acquire(stream, {
      account,
      evict(why) {
        evicted.push(`${name}: ${why}`);
        release();
      },
    });
    return { bring, stream, release };
  };
  /** Each second some bytes come. */
  const pass = (seconds: number, bring: () => void) => {
    for (let second = 0; second < seconds; second++) {
      bring();
      vi.advanceTimersByTime(1_000);
    }
  };
  return { limiter, evicted, open, pass };
}

test('while others wait the slowest goes first, and nobody who is quick', async () => {
  const { evicted, open, pass } = makePacedLimiter(3);
  const [quick, slow, slowest] = [await open('quick', 1), await open('slow', 2), await open('slowest', 3)];
  const bring = () => {
    quick.bring(100_000);
    slow.bring(5_000);
    slowest.bring(1_000);
  };
  pass(10, bring);
  expect(evicted, 'nobody waits').toEqual([]);
  const fourth = open('fourth', 4);
  pass(1, bring);
  expect(evicted).toEqual(['slowest: others wait']);
  (await fourth).bring(0);
  pass(3, bring);
  void open('fifth', 5);
  pass(1, bring);
  expect(evicted.at(-1), 'the fourth is slower, and has just begun').toBe('slow: others wait');
});

test('bytes have to come at all, and to an end', async () => {
  const { evicted, open, pass } = makePacedLimiter(3);
  const [silent, steady, ours] = [await open('silent', 1), await open('steady', 2), await open('ours', 3)];
  // What came waits for the portal.
  ours.stream.write('bytes that nobody reads');
  const bring = () => {
    silent.bring(400);
    steady.bring(600);
  };
  pass(21, bring);
  expect(evicted).toEqual(['silent: too slow']);
  ours.stream.complete = true;
  pass(40, bring);
  expect(evicted).toEqual(['silent: too slow', 'steady: too slow']);
});
