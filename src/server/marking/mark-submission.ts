import type { z } from 'zod';
import type { markSubmission as markCall, StaffSubmission } from '#contract/marking/calls';
import type { AppContext } from '../platform/context.ts';
import { makeOnce } from '../platform/database/make-once.ts';
import { resolveRuledBy, seenRuledBy } from './mark-rubric.ts';
import { recordMark } from './record-mark.ts';
import { queueRow } from './queue/queue-queries.ts';
import type { Markable } from './policy.ts';
import { presentReviewedSubmission } from './presenter.ts';

/**
 * @returns the new state
 * @throws 409 with `current` if marked meanwhile, and for a key of another mark; 409 as in `recordMark`
 */
export async function markSubmission(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { id, number, accountId: studentId, viewer }: Markable,
  { original, rubric, confirm_lower: confirmLower = false, newest, ...mark }: z.output<typeof markCall.body>,
  key: string | null = null,
): Promise<StaffSubmission> {
  const { accountId } = viewer;
  const now = clock.now();
  const ofRubric = rubric === undefined ? [] : [rubric];
  const content = [number, mark.marks, mark.comments, mark.released, ...ofRubric];
  const seen = original && { ...original, ruledBy: seenRuledBy(original.rubric) };
  return database.transaction(async (writer) => {
    await makeOnce(writer, { accountId, kind: 'mark', key, content, now }, async () => {
      const ruledBy = await resolveRuledBy(writer, id, rubric, mark.marks);
      const by = { actorId: accountId, at: now, original: seen, confirmLower, newest };
      await recordMark(writer, { id, number, accountId: studentId }, { ...mark, ruledBy }, by);
      return id;
    });
    const [row] = await queueRow(writer, { submissionId: id });
    if (row === undefined) throw new Error(`version ${number} is gone`);
    return presentReviewedSubmission(writer, row, viewer);
  });
}
