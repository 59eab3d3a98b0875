import type { z } from 'zod';
import { limits } from '#contract/limits';
import type { listBatchSubmissions as listCall, StaffSubmission } from '#contract/staff';
import type { Viewer } from '../accounts/viewer.ts';
import type { AppContext } from '../platform/context.ts';
import type { Reader } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { writePage, type SerializedJson } from '../platform/http/serialized-json.ts';
import { fairQueue } from '../submissions/fair-queue.ts';
import { submissionByNumber } from '../submissions/queries.ts';
import {
  queueBefore,
  queueHeldBack,
  queueOfState,
  queueOfTask,
  queueOfTaskAndState,
  queueOfTaskHeldBack,
  queueOfTaskWithOpenLook,
  queueWithOpenLook,
  type QueueRow,
} from '../submissions/queue-queries.ts';
import { waitingQueue, type QueueChoice } from '../submissions/waiting-queue.ts';
import { presentStaffSubmission } from './presenter.ts';
import { batchWithCounts } from './queries.ts';

type Place = { batchId: number; beforeId: number; limit: number };

/** The newest ones of each filter, along an index of its own. */
function newestQueue(reader: Reader, place: Place, { task, state }: QueueChoice): Promise<QueueRow[]> {
  const ofTask = task === undefined ? undefined : { ...place, task };
  switch (state) {
    case undefined:
      return ofTask ? queueOfTask(reader, ofTask) : queueBefore(reader, place);
    case 'held-back':
      return ofTask ? queueOfTaskHeldBack(reader, ofTask) : queueHeldBack(reader, place);
    case 'second-look':
      return ofTask ? queueOfTaskWithOpenLook(reader, ofTask) : queueWithOpenLook(reader, place);
    default: {
      const isMarked = state === 'marked' ? 1 : 0;
      return ofTask
        ? queueOfTaskAndState(reader, { ...ofTask, isMarked })
        : queueOfState(reader, { ...place, isMarked });
    }
  }
}

/**
 * A page of a batch's hand-ins, the newest version of each, in an order (newest first where none is asked for), as many as its
 * bytes hold. A receipt that a newer version has replaced meanwhile still marks a place in the list.
 * @throws a 400 error for a `before` that is no receipt of this batch
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
    if (order === 'waiting')
      return waitingQueue(reader, { ...choice, afterId: seen?.id ?? 0, limit }).execute();
    if (order === 'newest')
      return newestQueue(reader, { batchId, beforeId: seen?.id ?? Number.MAX_SAFE_INTEGER, limit }, choice);
    const [counts] = await batchWithCounts(reader, { batchId });
    const { accountId: mentorId } = viewer;
    return fairQueue(reader, {
      ...choice,
      mentorId,
      students: counts?.students ?? 0,
      after: seen ?? null,
      limit,
    });
  }
  return writePage((await readRows()).map(presentStaffSubmission));
}
