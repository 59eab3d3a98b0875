/** Asks the user to log in again; resolves to false when they decline. */
type Prompt = () => Promise<boolean>;

let prompt: Prompt | null = null;
let pending: Promise<boolean> | null = null;

/** Registers the login dialog for ended sessions. @returns unregisters it */
export function setReauthPrompt(newPrompt: Prompt): () => void {
  prompt = newPrompt;
  return () => {
    if (prompt === newPrompt) prompt = null;
  };
}

/** Shows the login dialog, once for all concurrent callers; false where none is registered. */
export function reauthenticate(): Promise<boolean> {
  if (prompt === null) return Promise.resolve(false);
  pending ??= prompt().finally(() => (pending = null));
  return pending;
}
