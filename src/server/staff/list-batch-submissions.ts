import type { Task } from '#contract/dates';
import { limits } from '#contract/limits';
import type { StaffSubmission } from '#contract/staff';
import type { AppContext } from '../platform/context.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { writePage, type SerializedJson } from '../platform/http/serialized-json.ts';
import type { Page } from '../submissions/list-submissions.ts';
import { submissionByNumber } from '../submissions/queries.ts';
import { queueBefore, queueOfState, queueOfTask, queueOfTaskAndState } from '../submissions/queue-queries.ts';
import { presentStaffSubmission } from './presenter.ts';

/** Which of a batch's hand-ins: of one task, with or without a mark; what is absent does not matter. */
type QueueFilter = { task?: Task | undefined; state?: 'submitted' | 'marked' | undefined };

/**
 * A page of a batch's hand-ins, the newest version of each, newest first, as many as its bytes hold. A receipt that a newer version has replaced meanwhile
 * still marks a place in the list.
 * @throws a 400 error for a `before` that is no receipt of this batch
 */
export async function listBatchSubmissions(
  { database }: Pick<AppContext, 'database'>,
  batchId: number,
  { limit = limits.pageSize, before, task, state }: Page & QueueFilter,
): Promise<SerializedJson<StaffSubmission[]>> {
  let beforeId = Number.MAX_SAFE_INTEGER;
  if (before !== undefined) {
    const [oldestSeen] = await submissionByNumber(database.reader, { number: before });
    if (oldestSeen?.batchId !== batchId)
      throw httpErrors.badRequest('before is no receipt number of this list');
    beforeId = oldestSeen.id;
  }
  const place = { batchId, beforeId, limit };
  const isMarked = state === 'marked' ? 1 : 0;
  const { reader } = database;
  const rows = await (task === undefined
    ? state === undefined
      ? queueBefore(reader, place)
      : queueOfState(reader, { ...place, isMarked })
    : state === undefined
      ? queueOfTask(reader, { ...place, task })
      : queueOfTaskAndState(reader, { ...place, task, isMarked }));
  return writePage(rows.map(presentStaffSubmission));
}
