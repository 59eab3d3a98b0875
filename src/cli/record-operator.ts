import type { ActName } from '#server/audit/act-words';
import { recordAct } from '#server/audit/record-act';
import type { Writer } from '#server/platform/database/database';

/**
 * Writes an act of the operator that changes nothing to tell before and after, in the change that it belongs to.
 * @param aboutId the account that it is about; null for none
 */
export function recordOperator(
  act: ActName,
  subject: string,
  aboutId: number | null = null,
): (writer: Writer, now: number) => Promise<void> {
  return (writer, at) =>
    recordAct(writer, { at, actorId: null, act, subject, before: null, after: null, aboutId });
}
