import { Mutex } from 'async-mutex';

export type BatchWriter<T> = {
  /**
   * Waits only while the batch is full. Ignores an item whose key is pending.
   * @throws what `write` threw: the item is not taken
   */
  add(item: T): Promise<void>;
  /** Drops the item if the batch is full. */
  offer(item: T): void;
  /** @throws what `write` threw; items stay pending */
  flush(): Promise<void>;
};

type BatchWriterOptions<T> = {
  keyOf: (item: T) => string;
  /** All or nothing; never concurrent or empty. */
  write: (items: readonly T[]) => Promise<void>;
  /** Longest wait of an item, in milliseconds. */
  intervalMs: number;
  maxPending: number;
  /** For a timed batch, retried after the interval. */
  onError: (error: unknown) => void;
};

/** Write-behind: a crash loses pending items; an orderly stop calls `flush`. */
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
