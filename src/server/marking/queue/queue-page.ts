import { sql, type Expression, type SqlBool } from 'kysely';
import type { Task } from '#contract/dates';
import { limits } from '#contract/limits';
import type { QueueOrder, QueueState } from '#contract/marking/staff-view';
import { compiledQueryByKind } from '../../platform/database/compiled-query.ts';
import type { Reader } from '../../platform/database/database.ts';
import { newestVersions, type QueueRow } from './queue-queries.ts';

/** Written as in the partial indexes. */
const conditions: Record<QueueState, Expression<SqlBool>> = {
  submitted: sql<boolean>`task_progress.is_marked = 0`,
  marked: sql<boolean>`task_progress.is_marked = 1`,
  'held-back': sql<boolean>`(case when task_progress.is_marked = 1 and task_progress.released_id is distinct from task_progress.submission_id then 1 else 0 end) = 1`,
  'second-look': sql<boolean>`task_progress.has_open_look = 1`,
  released: sql<boolean>`task_progress.is_marked = 1 and task_progress.released_id = task_progress.submission_id`,
};

export function inState<Query extends { where(condition: Expression<SqlBool>): Query }>(
  query: Query,
  state: QueueState | undefined,
): Query {
  return state === undefined ? query : query.where(conditions[state]);
}

/** Undefined does not filter. */
export type QueueChoice = { batchId: number; task: Task | undefined; state: QueueState | undefined };

type Kind = {
  order: Exclude<QueueOrder, 'fair'>;
  ofTask: boolean;
  state: QueueState | undefined;
  isWholePage: boolean;
};

/**
 * Hides the value from PostgreSQL's planner, which would replan these twelve joins each time (3 of 5 ms)
 * without a better plan.
 */
const unplannedNumber = (value: number) => sql<number>`(select cast(${value} as bigint))`;
const unplannedText = <T extends string>(value: T) => sql<T>`(select cast(${value} as text))`;

type Parameters = { batchId: number; task: Task; place: number; limit: number };

/** Each kind has its own index. */
const queueOf = compiledQueryByKind(({ order, ofTask, state, isWholePage }: Kind, db, p: Parameters) => {
  const query = newestVersions(db)
    .where('task_progress.batch_id', '=', unplannedNumber(p.batchId))
    .where('task_progress.submission_id', order === 'newest' ? '<' : '>', unplannedNumber(p.place))
    .$if(ofTask, (of) => of.where('task_progress.task', '=', unplannedText(p.task)))
    .orderBy('task_progress.submission_id', order === 'newest' ? 'desc' : 'asc')
    // With an unknown limit the planner expects a tenth of all rows, and sorts them.
    .limit(isWholePage ? sql.lit(limits.pageSize) : p.limit);
  return inState(query, state);
});

/** @param after the last id seen; null for the first page */
export async function queuePage(
  reader: Reader,
  { batchId, task, state }: QueueChoice,
  { order, after, limit }: { order: Kind['order']; after: number | null; limit: number },
): Promise<QueueRow[]> {
  const first = order === 'newest' ? Number.MAX_SAFE_INTEGER : 0;
  const isWholePage = limit === limits.pageSize;
  const query = queueOf({ order, ofTask: task !== undefined, state, isWholePage });
  // Unused if undefined.
  return query(reader, { batchId, task: task as Task, place: after ?? first, limit });
}
