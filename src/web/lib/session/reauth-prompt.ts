import { makePrompt } from './prompt.ts';

const login = makePrompt();
const proof = makePrompt();

/** @returns unregisters it and declines for all callers */
export const setReauthPrompt = login.set;
export const canReauthenticate = login.isThere;
/** Once for all concurrent callers; false when the user declines, and without a dialog. */
export const reauthenticate = login.ask;

/** For what cannot be undone: asks to confirm who it is. */
export const setProofPrompt = proof.set;
/** False when the user declines, and without a dialog. */
export const proveAgain = proof.ask;
