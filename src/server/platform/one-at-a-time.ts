import { Mutex } from 'async-mutex';

export type SharedLookup<V> = (key: string, look: () => Promise<V>) => Promise<V>;

type UnderWay<V> = { current: Promise<V>; next: Promise<V> | null };

/** Single flight: callers during a look-up share the next one, which sees commits made before they asked. */
export function makeSharedLookup<V>(): SharedLookup<V> {
  const lookups = new Map<string, UnderWay<V>>();

  function begin(key: string, look: () => Promise<V>): Promise<V> {
    const current = look();
    const lookup: UnderWay<V> = { current, next: null };
    lookups.set(key, lookup);
    const end = (): void => {
      if (lookups.get(key) === lookup) lookups.delete(key);
    };
    current.then(end, end);
    return current;
  }

  return (key, look) => {
    const lookup = lookups.get(key);
    if (lookup === undefined) return begin(key, look);
    lookup.next ??= lookup.current.then(() => begin(key, look));
    return lookup.next;
  };
}

type KeyedMutex = {
  /** Runs work of one key in the order of the calls, one at a time, in this process. */
  runExclusive<T>(key: string, work: () => Promise<T>): Promise<T>;
};

export function createKeyedMutex(): KeyedMutex {
  const mutexes = new Map<string, { mutex: Mutex; users: number }>();
  return {
    async runExclusive(key, work) {
      const entry = mutexes.get(key) ?? { mutex: new Mutex(), users: 0 };
      mutexes.set(key, entry);
      entry.users += 1;
      try {
        return await entry.mutex.runExclusive(work);
      } finally {
        entry.users -= 1;
        if (entry.users === 0) mutexes.delete(key);
      }
    },
  };
}
