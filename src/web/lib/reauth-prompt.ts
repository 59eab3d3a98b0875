/** Asks the user to log in again; resolves to false when they decline. */
type Prompt = () => Promise<boolean>;

let prompt: Prompt | null = null;
let pending: Promise<boolean> | null = null;
let decline: (() => void) | null = null;

/** Registers the login dialog for ended sessions. @returns unregisters it; whoever waits for it is declined */
export function setReauthPrompt(newPrompt: Prompt): () => void {
  prompt = newPrompt;
  return () => {
    if (prompt !== newPrompt) return;
    prompt = null;
    decline?.();
  };
}

/** Whether this screen can ask for a login in place. */
export function canReauthenticate(): boolean {
  return prompt !== null;
}

/** Shows the login dialog, once for all concurrent callers; false where none is registered. */
export function reauthenticate(): Promise<boolean> {
  if (prompt === null) return Promise.resolve(false);
  const ask = prompt;
  pending ??= new Promise<boolean>((resolve, reject) => {
    decline = () => resolve(false);
    ask().then(resolve, reject);
  }).finally(() => (pending = null));
  return pending;
}
