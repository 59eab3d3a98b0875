import { expect, test, vi } from 'vitest';
import { eventually } from '#support/eventually';
import { makeBatchWriter } from './batch-writer.ts';

function makeWriter(options: { maxPending?: number } = {}) {
  const batches: string[][] = [];
  const write = vi.fn(async (items: readonly string[]) => void batches.push([...items]));
  const onError = vi.fn<(error: unknown) => void>();
  const writer = makeBatchWriter<string>({
    keyOf: (item) => item,
    write,
    intervalMs: 1_000,
    maxPending: options.maxPending ?? 100,
    onError,
  });
  return { writer, batches, write, onError };
}

/** For the tests of the timer; those of `flush` need none. */
function useFakeTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
}

test('what is added within an interval is written as one batch, each key once', async () => {
  useFakeTimers();
  try {
    const { writer, batches } = makeWriter();
    for (const item of ['a', 'b', 'a']) await writer.add(item);
    await vi.advanceTimersByTimeAsync(999);
    expect(batches).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(batches).toEqual([['a', 'b']]);
    // Nothing waits, so nothing is written; the next item begins an interval of its own.
    await vi.advanceTimersByTimeAsync(10_000);
    expect(batches).toHaveLength(1);
    await writer.add('a');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(batches).toEqual([['a', 'b'], ['a']]);
  } finally {
    vi.useRealTimers();
  }
});

test('flush writes at once what waits, and an empty batch is never written', async () => {
  const { writer, batches, write } = makeWriter();
  await writer.flush();
  expect(write).not.toHaveBeenCalled();
  await writer.add('a');
  await writer.flush();
  await writer.flush();
  expect(batches).toEqual([['a']]);
});

test('a full batch is written before more is taken', async () => {
  const { writer, batches } = makeWriter({ maxPending: 2 });
  for (const item of ['a', 'b', 'b']) await writer.add(item);
  expect(batches).toEqual([]);
  await writer.add('c');
  expect(batches).toEqual([['a', 'b']]);
});

test('one batch is written at a time, and flush waits for what was added meanwhile', async () => {
  const { writer, batches, write } = makeWriter();
  const first = Promise.withResolvers<void>();
  write.mockImplementationOnce(async (items) => {
    await first.promise;
    batches.push([...items]);
  });
  await writer.add('a');
  const flushes = [writer.flush()];
  await eventually(() => expect(write).toHaveBeenCalledTimes(1));
  await writer.add('b');
  flushes.push(writer.flush());
  expect(write).toHaveBeenCalledTimes(1);
  first.resolve();
  await Promise.all(flushes);
  expect(batches).toEqual([['a'], ['b']]);
});

test('a batch that fails waits for the next interval, together with what came meanwhile', async () => {
  useFakeTimers();
  try {
    const { writer, batches, write, onError } = makeWriter();
    const refused = new Error('The database is busy');
    write.mockRejectedValueOnce(refused);
    await writer.add('a');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(onError).toHaveBeenCalledExactlyOnceWith(refused);
    await writer.add('b');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(batches).toEqual([['a', 'b']]);
  } finally {
    vi.useRealTimers();
  }
});

test('a full batch that cannot be written refuses what is added, and keeps what it has', async () => {
  const { writer, batches, write, onError } = makeWriter({ maxPending: 1 });
  await writer.add('a');
  write.mockRejectedValueOnce(new Error('The disk is full'));
  await expect(writer.add('b')).rejects.toThrow('The disk is full');
  expect(onError).not.toHaveBeenCalled();
  await writer.flush();
  expect(batches).toEqual([['a']]);
});

test('what is offered to a full batch is dropped, without a wait and without an error', async () => {
  const { writer, batches } = makeWriter({ maxPending: 2 });
  for (const item of ['a', 'b', 'c', 'a']) writer.offer(item);
  await writer.flush();
  writer.offer('c');
  await writer.flush();
  expect(batches).toEqual([['a', 'b'], ['c']]);
});
