import { CallError, isSignedOut } from '../calls/call-error.ts';

/** False when the user declines. */
type Ask = () => Promise<boolean>;

/** A dialog that calls may open: shown once for all concurrent callers. */
function makePrompt() {
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

const login = makePrompt();
const proof = makePrompt();

/** @returns unregisters it and declines for all callers */
export const setReauthPrompt = login.set;
export const canReauthenticate = login.isThere;
/** Once for all concurrent callers; false when the user declines, and without a dialog. */
export const reauthenticate = login.ask;

/** For what cannot be undone: asks to confirm who it is. */
export const setProofPrompt = proof.set;

/** Opens the dialog that a refused call asks for. @returns whether to repeat the call */
export async function mayRepeat(failure: unknown): Promise<boolean> {
  if (isSignedOut(failure)) return reauthenticate();
  return failure instanceof CallError && failure.code === 'proof_needed' && proof.ask();
}
