/** Asks the user for something in place; resolves to false when they decline. */
type Ask = () => Promise<boolean>;

/** A dialog of the signed-in screens that calls may open: it is shown once for all concurrent callers. */
export function makePrompt() {
  let prompt: Ask | null = null;
  let pending: Promise<boolean> | null = null;
  let decline: (() => void) | null = null;
  return {
    /** Registers the dialog. @returns unregisters it; whoever waits for it is declined */
    set(newPrompt: Ask): () => void {
      prompt = newPrompt;
      return () => {
        if (prompt !== newPrompt) return;
        prompt = null;
        decline?.();
      };
    },
    /** Whether this screen has the dialog. */
    isThere: (): boolean => prompt !== null,
    /** Shows the dialog; false where none is registered. */
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
