import { endSentence } from '../end-sentence.ts';
import { isSameBatch } from '#contract/limits';

/**
 * What became of the batch's name that a student typed at signup; null where it is the student's batch.
 * @param batch the student's batch; null while waiting for placement
 * @param isForInvited whether the typed name is that of a batch for invited addresses only
 */
export function describeTypedBatch(typed: string, batch: string | null, isForInvited = false): string | null {
  if (isSameBatch(typed, batch)) return null;
  if (isForInvited && batch === null) {
    return `“${typed.trim()}” takes invited students only. If your address was invited, you join it once the address is confirmed; else the academy's office will place you. You need not sign up again.`;
  }
  const unknown = `No open batch is called “${typed.trim()}”.`;
  return batch === null
    ? `${unknown} The academy's office will place you in yours; you need not sign up again.`
    : `${unknown} You joined ${endSentence(batch)} If that is not your batch, tell the academy's office before you choose a project.`;
}
