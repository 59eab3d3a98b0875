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

/** `fairKeyOf()` in SQL, written as in its indexes. */
const fairKey = sql<number>`((account_id * ${sql.lit(fairFactor)}) % ${sql.lit(fairKeys)})`;

/** Extra keys, so that a page's last block is complete. */
const moreThanBlock = 96;

type Candidate = { accountId: number; submissionId: number };
type Choice = Omit<QueueChoice, 'task'>;

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

async function readTask(
  reader: Reader,
  choice: Choice,
  order: FairOrder,
  after: FairPlace | null,
  limit: number,
): Promise<number[]> {
  const ranges = fairRanges(order, after?.block ?? 0);
  // Larger blocks need another read.
  for (let count = limit + moreThanBlock; ; count *= 2) {
    const found = await readKeys(reader, choice, order.task, ranges, count);
    const next = nextInOrder(order, found, { isCut: found.length === count, after, limit });
    if (next !== null) return next.map(({ submissionId }) => submissionId);
  }
}

/**
 * A page of newest versions in a mentor's stable random order, task by task. Its cost does not grow with the
 * batch.
 * @param after the last student and task seen
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
    /** In the batch. */
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
