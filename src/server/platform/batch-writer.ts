import { Mutex } from 'async-mutex';

export type BatchWriter<T> = {
  /**
   * Adds an item to the next batch without waiting, unless the batch is full; then waits until it is written.
   * Ignores an item whose key is pending.
   * @throws what `write` threw, when a full batch cannot be written: the item is not taken
   */
  add(item: T): Promise<void>;
  /** Never waits: drops an item if the batch is full. */
  offer(item: T): void;
  /**
   * Writes all pending items.
   * @throws what `write` threw; the items stay pending
   */
  flush(): Promise<void>;
};

type BatchWriterOptions<T> = {
  /** Items with equal keys are one. */
  keyOf: (item: T) => string;
  /** Writes a batch, all or nothing; never concurrently, never an empty one. */
  write: (items: readonly T[]) => Promise<void>;
  /** Longest time before an item is written, in milliseconds. */
  intervalMs: number;
  /** Most pending items, besides those added while a full batch is written. */
  maxPending: number;
  /** Hears why a timed batch failed; it is retried after the interval. */
  onError: (error: unknown) => void;
};

/**
 * Write-behind: collects small writes in memory into batches. A crash loses pending items, so use it for
 * expendable data only; an orderly stop calls `flush`.
 */
export function makeBatchWriter<T>(options: BatchWriterOptions<T>): BatchWriter<T> {
  const { keyOf, write, intervalMs, maxPending, onError } = options;
  const writing = new Mutex();
  let pending = new Map<string, T>();
  let timer: NodeJS.Timeout | undefined;

  function schedule(): void {
    timer ??= setTimeout(() => void flush().catch(onError), intervalMs).unref();
  }

  async function writePending(): Promise<void> {
    if (pending.size === 0) return;
    const batch = pending;
    pending = new Map();
    try {
      await write([...batch.values()]);
    } catch (error) {
      pending = new Map([...batch, ...pending]);
      schedule();
      throw error;
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    return writing.runExclusive(writePending);
  }

  return {
    async add(item) {
      const key = keyOf(item);
      if (pending.size >= maxPending && !pending.has(key)) await flush();
      pending.set(key, item);
      schedule();
    },
    offer(item) {
      const key = keyOf(item);
      if (pending.size >= maxPending && !pending.has(key)) return;
      pending.set(key, item);
      schedule();
    },
    flush,
  };
}
