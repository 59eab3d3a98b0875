/** False when the user declines. */
type Ask = () => Promise<boolean>;

/** A dialog that calls may open: shown once for all concurrent callers. */
export function makePrompt() {
  let prompt: Ask | null = null;
  let pending: Promise<boolean> | null = null;
  let decline: (() => void) | null = null;
  return {
    /** @returns unregisters it and declines for all callers */
    set(newPrompt: Ask): () => void {
      prompt = newPrompt;
      return () => {
        if (prompt !== newPrompt) return;
        prompt = null;
        decline?.();
      };
    },
    isThere: (): boolean => prompt !== null,
    /** False without a dialog. */
    ask(): Promise<boolean> {
      if (prompt === null) return Promise.resolve(false);
      const ask = prompt;
      pending ??= new Promise<boolean>((resolve, reject) => {
        decline = () => resolve(false);
        ask().then(resolve, reject);
      }).finally(() => (pending = null));
      return pending;
    },
  };
}
