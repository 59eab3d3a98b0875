import { endSentence } from './end-sentence.ts';
import { isSameBatch } from '#contract/limits';

/**
 * What became of the batch's name that a student typed at signup; null where it is the student's batch.
 * @param batch the student's batch; null while waiting for placement
 */
export function describeTypedBatch(typed: string, batch: string | null): string | null {
  if (isSameBatch(typed, batch)) return null;
  const unknown = `No open batch is called “${typed.trim()}”.`;
  return batch === null
    ? `${unknown} The academy's office will place you in yours; you need not sign up again.`
    : `${unknown} You joined ${endSentence(batch)} If that is not your batch, tell the academy's office before you choose a project.`;
}
