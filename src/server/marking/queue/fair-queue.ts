import { sql, type SelectQueryBuilder } from 'kysely';
import { tasks, type Task } from '#contract/dates';
import type { Reader } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/schema.ts';
import {
  fairFactor,
  fairKeys,
  fairOrder,
  fairPlace,
  fairRanges,
  nextInOrder,
  type FairOrder,
  type FairPlace,
} from './fair-order.ts';
import { newestVersions, type QueueRow } from './queue-queries.ts';
import { inState, type QueueChoice } from './queue-page.ts';

/** A student's `fairKeyOf()`, written as in the indexes that are ordered by it. */
const fairKey = sql<number>`((account_id * ${sql.lit(fairFactor)}) % ${sql.lit(fairKeys)})`;

/** More keys than a page has rows are read, so that its last block is whole: one that is cut is not in its order yet. */
const moreThanBlock = 96;

type Candidate = { accountId: number; submissionId: number };
type Choice = Omit<QueueChoice, 'task'>;

/** The first keys of some parts of the ring, in their order. */
async function readKeys(
  reader: Reader,
  { batchId, state }: Choice,
  task: Task,
  ranges: readonly { low: number; high: number }[],
  limit: number,
): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for (const { low, high } of ranges) {
    if (found.length === limit) break;
    const query = reader
      .selectFrom('task_progress')
      .where('batch_id', '=', batchId)
      .where('task', '=', task)
      .where(sql<boolean>`${fairKey} >= ${low} and ${fairKey} < ${high}`)
      .orderBy(fairKey)
      .limit(limit - found.length)
      .select(['account_id as accountId', 'submission_id as submissionId']);
    found.push(...(await inState(query as KeysQuery, state).execute()));
  }
  return found;
}
type KeysQuery = SelectQueryBuilder<Tables, 'task_progress', Candidate>;

/** The rows of a task that come after a place, as far as whole blocks have been read. */
async function readTask(
  reader: Reader,
  choice: Choice,
  order: FairOrder,
  after: FairPlace | null,
  limit: number,
): Promise<number[]> {
  const ranges = fairRanges(order, after?.block ?? 0);
  // A block that is larger than was thought takes another look.
  for (let count = limit + moreThanBlock; ; count *= 2) {
    const found = await readKeys(reader, choice, order.task, ranges, count);
    const next = nextInOrder(order, found, { isCut: found.length === count, after, limit });
    if (next !== null) return next.map(({ submissionId }) => submissionId);
  }
}

/**
 * A page of a batch's newest versions in a mentor's fair order: task by task, in each a shuffle that is this mentor's own and stays
 * the same. What it reads does not grow with the batch.
 * @param after the student and task of the last one seen
 */
export async function fairQueue(
  reader: Reader,
  {
    mentorId,
    students,
    task: only,
    after,
    limit,
    ...choice
  }: QueueChoice & {
    mentorId: number;
    /** How many the batch has. */
    students: number;
    after: { accountId: number; task: Task } | null;
    limit: number;
  },
): Promise<QueueRow[]> {
  const from = after === null ? 0 : tasks.indexOf(after.task);
  const ids: number[] = [];
  for (const task of only === undefined ? tasks.slice(from) : [only]) {
    if (ids.length === limit) break;
    const order = fairOrder(mentorId, task, students);
    const place = after?.task === task ? fairPlace(order, after.accountId) : null;
    ids.push(...(await readTask(reader, choice, order, place, limit - ids.length)));
  }
  if (ids.length === 0) return [];
  const rows = await newestVersions(reader).where('task_progress.submission_id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.submissionId, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
