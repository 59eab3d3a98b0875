import { endSentence } from '../end-sentence.ts';
import { isSameBatch } from '#contract/limits';

/**
 * What becomes of a typed batch name; null where it is the student's.
 * @param batch null while waiting for placement
 * @param isForInvited whether the typed batch is for invited emails only
 */
export function describeTypedBatch(typed: string, batch: string | null, isForInvited = false): string | null {
  if (isSameBatch(typed, batch)) return null;
  if (isForInvited && batch === null) {
    return `“${typed.trim()}” is for invited students. If you were invited, you join it when you confirm your email. If not, the office will place you. You do not need to sign up again.`;
  }
  const unknown = `No open batch is called “${typed.trim()}”.`;
  return batch === null
    ? `${unknown} The office will place you in your batch. You do not need to sign up again.`
    : `${unknown} You joined ${endSentence(batch)} If that is not your batch, tell the office before you choose a project.`;
}
