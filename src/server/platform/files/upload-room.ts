/** Holds back work while others hold all the room there is; first come, first served. */
export type UploadRoom = {
  /** Runs work that needs a part of the room, at most all of it. */
  within<T>(need: number, work: () => Promise<T>): Promise<T>;
};

/** @param most how much may be held at once, in whatever unit the callers count */
export function makeUploadRoom(most: number): UploadRoom {
  let free = most;
  const waiting: { need: number; enter: () => void }[] = [];
  const admit = (): void => {
    for (let first = waiting[0]; first !== undefined && first.need <= free; first = waiting[0]) {
      waiting.shift();
      free -= first.need;
      first.enter();
    }
  };
  return {
    async within(wanted, work) {
      const need = Math.min(wanted, most);
      await new Promise<void>((enter) => {
        waiting.push({ need, enter });
        admit();
      });
      try {
        return await work();
      } finally {
        free += need;
        admit();
      }
    },
  };
}
