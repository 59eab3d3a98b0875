import { recordAct } from '#server/audit/record-act';
import type { Writer } from '#server/platform/database/database';

/** Writes an act of the operator that changes nothing to tell before and after, in the change that it belongs to. */
export function recordOperator(act: string, subject: string): (writer: Writer, now: number) => Promise<void> {
  return (writer, at) => recordAct(writer, { at, actorId: null, act, subject, before: null, after: null });
}
