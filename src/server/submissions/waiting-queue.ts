import { sql, type Expression, type SqlBool } from 'kysely';
import type { Task } from '#contract/dates';
import type { QueueState } from '#contract/staff-view';
import type { Reader } from '../platform/database/database.ts';
import { heldBack, newestVersions, openLook } from './queue-queries.ts';

/** Written out, as in the indexes that hold such rows alone. */
const conditions: Record<QueueState, Expression<SqlBool>> = {
  submitted: sql<boolean>`task_progress.is_marked = 0`,
  marked: sql<boolean>`task_progress.is_marked = 1`,
  'held-back': heldBack,
  'second-look': openLook,
};

/** Only those of a state; of all without one. */
export function inState<Query extends { where(condition: Expression<SqlBool>): Query }>(
  query: Query,
  state: QueueState | undefined,
): Query {
  return state === undefined ? query : query.where(conditions[state]);
}

/** Which of a batch's newest versions; what is undefined does not matter. */
export type QueueChoice = { batchId: number; task: Task | undefined; state: QueueState | undefined };

/** A page of a batch's newest versions, those first that wait longest, after an id. */
export function waitingQueue(
  reader: Reader,
  { batchId, task, state, afterId, limit }: QueueChoice & { afterId: number; limit: number },
) {
  const query = newestVersions(reader)
    .where('task_progress.batch_id', '=', batchId)
    .where('task_progress.submission_id', '>', afterId)
    .$if(task !== undefined, (of) => of.where('task_progress.task', '=', task as Task))
    .orderBy('task_progress.submission_id')
    .limit(limit);
  return inState(query, state);
}
