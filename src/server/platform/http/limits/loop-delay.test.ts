import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { watchLoopDelay } from './loop-delay.ts';

afterEach(() => void vi.useRealTimers());

const turnMs = 60;

/** Turns of the event loop that take long. */
async function holdThread(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    const end = performance.now() + turnMs;
    while (performance.now() < end);
    await nextTurn();
  }
}

test('after a second of long turns it says how long they take, and nothing before or without a turn', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const delay = watchLoopDelay();
  await holdThread(4);
  expect(delay.ms(), 'the second is not full').toBe(0);
  vi.advanceTimersByTime(1_000);
  expect(delay.ms()).toBeGreaterThan(turnMs / 3);
  vi.advanceTimersByTime(1_000);
  expect(delay.ms(), 'a new second').toBe(0);
  delay.stop();
  expect(vi.getTimerCount()).toBe(0);
});
