import { limits } from '#contract/limits';
import type { StaffSubmission } from '#contract/staff';
import type { AppContext } from '../platform/context.ts';
import { problems } from '../platform/http/problems.ts';
import type { Page } from '../submissions/list-submissions.ts';
import { submissionByNumber } from '../submissions/queries.ts';
import { presentStaffSubmission } from './presenter.ts';
import { queueBefore } from './queries.ts';

/**
 * A batch's hand-ins, the newest version of each, newest first. A receipt that a newer version has replaced meanwhile
 * still marks a place in the list.
 * @throws a 400 problem for a `before` that is no receipt of this batch
 */
export async function listBatchSubmissions(
  { database }: Pick<AppContext, 'database'>,
  batchId: number,
  { limit = limits.pageSize, before }: Page,
): Promise<StaffSubmission[]> {
  let beforeId = Number.MAX_SAFE_INTEGER;
  if (before !== undefined) {
    const [oldestSeen] = await submissionByNumber(database.reader, { number: before });
    if (oldestSeen?.batchId !== batchId)
      throw problems.badRequest('before is no receipt number of this list');
    beforeId = oldestSeen.id;
  }
  const rows = await queueBefore(database.reader, { batchId, beforeId, limit });
  return rows.map(presentStaffSubmission);
}
