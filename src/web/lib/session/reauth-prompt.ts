import { makePrompt } from './prompt.ts';

const login = makePrompt();
const proof = makePrompt();

/** Registers the login dialog for ended sessions. @returns unregisters it; whoever waits for it is declined */
export const setReauthPrompt = login.set;
/** Whether this screen can ask for a login in place. */
export const canReauthenticate = login.isThere;
/** Asks the user to log in again, once for all concurrent callers; false when they decline, and where nobody can ask. */
export const reauthenticate = login.ask;

/** Registers the dialog that asks for a fresh proof, as before what cannot be undone. */
export const setProofPrompt = proof.set;
/** Asks the user to prove who they are once more; false when they decline, and where nobody can ask. */
export const proveAgain = proof.ask;
