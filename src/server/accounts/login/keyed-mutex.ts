import { Mutex } from 'async-mutex';

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
