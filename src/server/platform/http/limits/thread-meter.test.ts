import { expect, test } from 'vitest';
import { makeThreadMeter } from './thread-meter.ts';

/** A thread whose time a test spends. */
function makeThread() {
  let usedMs = 0;
  const start = makeThreadMeter(() => usedMs);
  return { start, work: (ms: number) => (usedMs += ms) };
}

test('who is alone is charged for all that the thread does meanwhile, and not for what it did before', () => {
  const { start, work } = makeThread();
  work(500);
  const alone = start();
  work(30);
  alone.pause();
  work(1_000);
  expect(alone.spentMs()).toBe(30);
});

test('those under way share it evenly: nothing is charged twice, and nothing is lost', () => {
  const { start, work } = makeThread();
  const first = start();
  work(10);
  const second = start();
  const third = start();
  work(30);
  second.pause();
  work(8);
  first.pause();
  work(5);
  third.pause();
  expect([first.spentMs(), second.spentMs(), third.spentMs()]).toEqual([24, 10, 19]);
});

test('what waits elsewhere is charged for nothing, and goes on', () => {
  const { start, work } = makeThread();
  const login = start();
  work(2);
  login.pause();
  login.pause();
  const other = start();
  work(400);
  login.resume();
  login.resume();
  work(6);
  login.pause();
  other.pause();
  expect([login.spentMs(), other.spentMs()]).toEqual([5, 403]);
});

test('a request that takes the thread is charged for the processor’s time, whatever the clock says', async () => {
  const time = makeThreadMeter()();
  await new Promise((resolve) => setTimeout(resolve, 60));
  const before = process.threadCpuUsage();
  let sum = 0;
  for (let n = 0; n < 2e6; n++) sum += Math.sqrt(n);
  const { user } = process.threadCpuUsage(before);
  time.pause();
  expect(sum).toBeGreaterThan(0);
  expect(time.spentMs()).toBeGreaterThanOrEqual(user / 1_000);
});
