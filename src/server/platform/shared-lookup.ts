/**
 * Looks something up by a key.
 * @throws what `look` throws, or threw for whoever is waited for
 */
export type SharedLookup<V> = (key: string, look: () => Promise<V>) => Promise<V>;

type UnderWay<V> = { current: Promise<V>; next: Promise<V> | null };

/**
 * Makes look-ups in single flight: one of each key is under way at a time, and all who ask meanwhile share the next one. It begins after they
 * have asked, so that it sees what was committed before. Where one fails, those who wait for it fail with it, and do not wait twice.
 */
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
