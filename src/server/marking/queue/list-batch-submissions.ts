import type { z } from 'zod';
import { limits } from '#contract/limits';
import type { listBatchSubmissions as listCall, StaffSubmission } from '#contract/marking/calls';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import type { AppContext } from '../../platform/context.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { writePage, type SerializedJson } from '../../platform/http/serialized-json.ts';
import { fairQueue } from './fair-order.ts';
import { submissionByNumber } from '../../submissions/queries.ts';
import { queuePage } from './queue-page.ts';
import type { QueueRow } from './queue-queries.ts';
import { presentStaffSubmission } from '../presenter.ts';

/**
 * A page of a batch's newest versions, as many as its bytes allow. A replaced receipt still marks a place.
 * @throws 400 for a `before` that is no receipt of this batch
 */
export async function listBatchSubmissions(
  { database: { reader } }: Pick<AppContext, 'database'>,
  batchId: number,
  viewer: Pick<Viewer, 'accountId'>,
  { limit = limits.pageSize, before, task, state, order = 'newest' }: z.output<typeof listCall.query>,
): Promise<SerializedJson<StaffSubmission[]>> {
  const [seen] = before === undefined ? [] : await submissionByNumber(reader, { number: before });
  if (before !== undefined && seen?.batchId !== batchId)
    throw httpErrors.badRequest('before is no receipt number of this list');
  const choice = { batchId, task, state };
  async function readRows(): Promise<QueueRow[]> {
    if (order !== 'fair') return queuePage(reader, choice, { order, after: seen?.id ?? null, limit });
    return fairQueue(reader, { ...choice, mentorId: viewer.accountId, after: seen ?? null, limit });
  }
  return writePage(await readRows(), presentStaffSubmission);
}
