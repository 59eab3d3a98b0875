import { sql, type Expression, type SqlBool } from 'kysely';
import type { Task } from '#contract/dates';
import { limits } from '#contract/limits';
import type { QueueOrder, QueueState } from '#contract/marking/staff-view';
import { compiledQueryByKind } from '../../platform/database/compiled-query.ts';
import type { Reader } from '../../platform/database/database.ts';
import { newestVersions, type QueueRow } from './queue-queries.ts';

/** Written out, as in the indexes that hold such rows alone. */
const conditions: Record<QueueState, Expression<SqlBool>> = {
  submitted: sql<boolean>`task_progress.is_marked = 0`,
  marked: sql<boolean>`task_progress.is_marked = 1`,
  'held-back': sql<boolean>`(case when task_progress.is_marked = 1 and task_progress.released_id is distinct from task_progress.submission_id then 1 else 0 end) = 1`,
  'second-look': sql<boolean>`task_progress.has_open_look = 1`,
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

type Kind = {
  /** Newest first, or those first that wait longest. */
  order: Exclude<QueueOrder, 'fair'>;
  ofTask: boolean;
  state: QueueState | undefined;
  isWholePage: boolean;
};

/**
 * A parameter whose value PostgreSQL's planner is not shown. It would plan these twelve joins anew for each, which takes longer than
 * to run them (3 ms of 5), in the hope that one batch or task wants another plan than the rest; none does.
 */
const unplannedNumber = (value: number) => sql<number>`(select cast(${value} as bigint))`;
const unplannedText = <T extends string>(value: T) => sql<T>`(select cast(${value} as text))`;

type Parameters = { batchId: number; task: Task; place: number; limit: number };

/** Each kind has an index of its own, and looks at no row that it does not give. */
const queueOf = compiledQueryByKind(({ order, ofTask, state, isWholePage }: Kind, db, p: Parameters) => {
  const query = newestVersions(db)
    .where('task_progress.batch_id', '=', unplannedNumber(p.batchId))
    .where('task_progress.submission_id', order === 'newest' ? '<' : '>', unplannedNumber(p.place))
    .$if(ofTask, (of) => of.where('task_progress.task', '=', unplannedText(p.task)))
    .orderBy('task_progress.submission_id', order === 'newest' ? 'desc' : 'asc')
    // Of a limit that it does not know the planner expects a tenth of all rows, and sorts those.
    .limit(isWholePage ? sql.lit(limits.pageSize) : p.limit);
  return inState(query, state);
});

/**
 * A page of a batch's newest versions in an order.
 * @param after the id of the last one seen; null for the first page
 */
export async function queuePage(
  reader: Reader,
  { batchId, task, state }: QueueChoice,
  { order, after, limit }: { order: Kind['order']; after: number | null; limit: number },
): Promise<QueueRow[]> {
  const first = order === 'newest' ? Number.MAX_SAFE_INTEGER : 0;
  const isWholePage = limit === limits.pageSize;
  const query = queueOf({ order, ofTask: task !== undefined, state, isWholePage });
  // One that is not asked for is not among the query's parameters.
  return query(reader, { batchId, task: task as Task, place: after ?? first, limit });
}
