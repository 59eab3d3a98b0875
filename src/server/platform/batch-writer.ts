import { Mutex } from 'async-mutex';

export type BatchWriter<T> = {
  /**
   * Puts an item into the next batch and returns without waiting for it; an item whose key waits already changes
   * nothing. Only when the batch is full does it wait until the batch is written.
   * @throws what `write` threw, when the batch is full and cannot be written: the item is then not taken
   */
  add(item: T): Promise<void>;
  /** The same without ever waiting: an item that finds the batch full is dropped. */
  offer(item: T): void;
  /**
   * Writes everything that waits.
   * @throws what `write` threw; the items then wait for the next batch
   */
  flush(): Promise<void>;
};

type BatchWriterOptions<T> = {
  /** Items with the same key are one (deduplication). */
  keyOf: (item: T) => string;
  /** Writes a batch, whole or not at all; never called with an empty one, never twice at the same time. */
  write: (items: readonly T[]) => Promise<void>;
  /** The longest that an item waits before it is written, in milliseconds. */
  intervalMs: number;
  /** So many items wait at most, apart from those being added while a full batch is written. */
  maxPending: number;
  /** Hears why a batch that the timer began could not be written; it is tried again after the interval. */
  onError: (error: unknown) => void;
};

/**
 * Write-behind: collects small writes in memory and makes one of many. What waits is lost when the process crashes, so
 * it suits only what may be lost; an orderly stop calls `flush`.
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
