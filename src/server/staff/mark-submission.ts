import type { StaffSubmission } from '#contract/staff';
import type { AppContext } from '../platform/context.ts';
import { recordMark, type Mark } from '../submissions/record-mark.ts';
import { queueRow } from '../submissions/queue-queries.ts';
import type { Markable } from './policy.ts';
import { presentStaffSubmission } from './presenter.ts';

/** Marks a version, and releases the mark or holds it back. */
export async function markSubmission(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { id, number, viewer }: Markable,
  mark: Mark,
): Promise<StaffSubmission> {
  return database.transaction(async (writer) => {
    await recordMark(writer, { id, number }, mark, { actorId: viewer.accountId, at: clock.now() });
    const [row] = await queueRow(writer, { submissionId: id });
    if (row === undefined) throw new Error(`version ${number} is gone`);
    return presentStaffSubmission(row);
  });
}
