/** Lets acts of the same key run one after the other, in the order in which they came, within this process. */
export function makeTurns(): <T>(key: string, act: () => Promise<T>) => Promise<T> {
  const turns = new Map<string, Promise<unknown>>();
  return async (key, act) => {
    const mine = (turns.get(key) ?? Promise.resolve()).then(act, act);
    turns.set(key, mine);
    try {
      return await mine;
    } finally {
      if (turns.get(key) === mine) turns.delete(key);
    }
  };
}
