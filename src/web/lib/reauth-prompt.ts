/** Asks whoever was signed in to do so again; false when they would rather not. */
type Ask = () => Promise<boolean>;

let ask: Ask | null = null;
let asking: Promise<boolean> | null = null;

/** Names who asks when a session has ended in the middle of something. @returns ends that */
export function setReauthPrompt(how: Ask): () => void {
  ask = how;
  return () => {
    if (ask === how) ask = null;
  };
}

/** Lets the session begin anew in place, once for all that wait for it; false when nobody could be asked. */
export function reauthenticate(): Promise<boolean> {
  if (ask === null) return Promise.resolve(false);
  asking ??= ask().finally(() => (asking = null));
  return asking;
}
