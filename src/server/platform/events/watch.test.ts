import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EventBus } from './event-bus.ts';
import { watch } from './watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function makeBus() {
  const listeners = new Map<string, () => void>();
  const bus: EventBus = {
    publish: (topics) => {
      for (const topic of topics) listeners.get(topic)?.();
    },
    subscribe(topic, listener) {
      listeners.set(topic, listener);
      return () => void listeners.delete(topic);
    },
    close: async () => {},
  };
  return bus;
}

/** A look that ends when the test lets it. */
function makeLook() {
  const ends: (() => void)[] = [];
  const look = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
  const end = async () => {
    ends.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { look, end };
}

const settings = { topics: ['texts'], everyMs: 1_000, onError: () => {} } as const;

test('a hint is a review, and hints that come during one are one more', async () => {
  const bus = makeBus();
  const { look, end } = makeLook();
  watch(bus, { ...settings, look });
  expect(look).not.toHaveBeenCalled();
  bus.publish(['texts']);
  expect(look).toHaveBeenCalledTimes(1);
  for (let count = 0; count < 5; count++) bus.publish(['texts', 'catalogue']);
  expect(look).toHaveBeenCalledTimes(1);
  await end();
  expect(look).toHaveBeenCalledTimes(2);
  await end();
  expect(look).toHaveBeenCalledTimes(2);
});

test('without a hint it looks once in a while, also after a review that failed', async () => {
  const errors: unknown[] = [];
  const look = vi.fn().mockRejectedValueOnce(new Error('Away')).mockResolvedValue(undefined);
  watch(makeBus(), { ...settings, look, onError: (error) => errors.push(error) });
  await vi.advanceTimersByTimeAsync(799);
  expect(look).toHaveBeenCalledTimes(0);
  await vi.advanceTimersByTimeAsync(401);
  expect(look).toHaveBeenCalledTimes(1);
  expect(errors).toEqual([new Error('Away')]);
  await vi.advanceTimersByTimeAsync(1_200);
  expect(look).toHaveBeenCalledTimes(2);
});

test('to stop waits for the look in progress, and no other follows', async () => {
  const bus = makeBus();
  const { look, end } = makeLook();
  const watching = watch(bus, { ...settings, look });
  watching.lookNow();
  bus.publish(['texts']);
  let isStopped = false;
  const stopped = watching.stop().then(() => (isStopped = true));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(isStopped).toBe(false);
  await end();
  await stopped;
  bus.publish(['texts']);
  watching.lookNow();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(look).toHaveBeenCalledTimes(1);
});
