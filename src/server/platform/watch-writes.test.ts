import { expect, onTestFinished, test, vi } from 'vitest';
import type { AppContext } from './context.ts';
import { watchWrites } from './watch-writes.ts';
import { makeWriteMonitor } from './write-monitor.ts';

const refused = Object.assign(new Error('no space left'), { code: 'ENOSPC' });

function makeWatched(probe: () => Promise<unknown>) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const monitor = () =>
    makeWriteMonitor({
      isFailure: (error) => error === refused,
      refusal: () => ({ message: 'Nothing can be saved.', retryAfter: 15 }),
      probe,
    });
  const lines: unknown[] = [];
  const tell = (...line: unknown[]) => void lines.push(line.at(-1));
  const requireInPlace = vi.fn<() => Promise<void>>().mockRejectedValue(refused);
  const writes = monitor();
  const context = {
    database: { writes, requireInPlace },
    files: { writes: monitor() },
    log: { info: tell, warn: tell, error: tell },
  } as unknown as Pick<AppContext, 'database' | 'files' | 'log'>;
  const { stop } = watchWrites(context);
  onTestFinished(stop);
  return { writes, lines, requireInPlace, stop };
}

test('every two seconds it is looked whether the database is still in its place, whoever writes', async () => {
  const { requireInPlace, stop } = makeWatched(async () => {});
  await vi.advanceTimersByTimeAsync(6_000);
  expect(requireInPlace).toHaveBeenCalledTimes(3);
  stop();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(requireInPlace).toHaveBeenCalledTimes(3);
});

test('a failure is told once, once a minute while it lasts, and when it is over', async () => {
  let isFull = true;
  const { writes, lines } = makeWatched(async () => {
    if (isFull) throw refused;
  });
  const write = () => writes.run(() => Promise.reject(refused)).catch(() => {});
  await write();
  await write();
  const begun = 'the database cannot be written: changes are refused, reads still work';
  expect(lines).toEqual([begun]);
  await vi.advanceTimersByTimeAsync(125_000);
  expect(lines).toEqual([begun, ...Array(2).fill('the database still cannot be written')]);
  isFull = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(lines.at(-1)).toBe('the database can be written again');
});
