import { hash } from 'node:crypto';
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { tasks, type Task } from '#contract/dates';
import type { Reader } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/schema.ts';
import { inState, type QueueChoice } from './queue-page.ts';
import { newestVersions, type QueueRow } from './queue-queries.ts';

/** 2³¹ − 1: a product of two numbers below it is exact on both engines. */
const prime = 2_147_483_647;

/** Of a mentor and task: the coefficients of a polynomial modulo `prime`, a hash of accounts' ids. */
export type FairKey = readonly number[];

export function fairKey(mentorId: number, task: Task): FairKey {
  const digest = hash('sha256', `${mentorId}:${task}`, 'buffer');
  return [0, 4, 8, 12].map((at) => digest.readUInt32BE(at) % prime);
}

/** Where a student stands in the order of a key. */
export function fairPlace(key: FairKey, accountId: number): number {
  const place = key.reduce((sum, part) => (sum * BigInt(accountId) + BigInt(part)) % BigInt(prime), 0n);
  return Number(place);
}

/** The same of the rows of a query. */
function placeOfRow(key: FairKey): RawBuilder<number> {
  const term = (part: number) => sql<number>`cast(${part} as bigint)`;
  return key
    .slice(1)
    .reduce(
      (sum, part) => sql<number>`((${sum} * account_id + ${term(part)}) % ${sql.lit(prime)})`,
      term(key[0] as number),
    );
}

type Ids = SelectQueryBuilder<Tables, 'task_progress', { id: number }>;

/**
 * A page of a batch's newest versions in a mentor's fair order: task by task, in each a shuffle that is this mentor's own. No
 * mark and no newcomer changes where the others stand. It reads a number for each student of the batch, and the rows of a page.
 * @param after the student and task of the last one seen
 */
export async function fairQueue(
  reader: Reader,
  {
    mentorId,
    batchId,
    task: only,
    state,
    after,
    limit,
  }: QueueChoice & { mentorId: number; after: { accountId: number; task: Task } | null; limit: number },
): Promise<QueueRow[]> {
  const from = after === null ? 0 : tasks.indexOf(after.task);
  const ids: number[] = [];
  for (const task of only === undefined ? tasks.slice(from) : [only]) {
    if (ids.length === limit) break;
    const key = fairKey(mentorId, task);
    const place = placeOfRow(key);
    let query = reader
      .selectFrom('task_progress')
      .where('batch_id', '=', batchId)
      .where('task', '=', task)
      .orderBy(place)
      .orderBy('account_id')
      .limit(limit - ids.length)
      .select('submission_id as id');
    if (after?.task === task) {
      const seen = fairPlace(key, after.accountId);
      query = query.where(sql<boolean>`(${place}, account_id) > (${seen}, ${after.accountId})`);
    }
    const found = await inState(query as Ids, state).execute();
    ids.push(...found.map(({ id }) => id));
  }
  if (ids.length === 0) return [];
  const rows = await newestVersions(reader).where('task_progress.submission_id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.submissionId, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
