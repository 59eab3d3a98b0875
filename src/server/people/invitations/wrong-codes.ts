import { sql } from 'kysely';
import { hourMs } from '#contract/durations';
import { attemptsWithin } from '../../accounts/rate-limits.ts';
import { batchesAs } from '../../courses/batch-queries.ts';
import type { Reader } from '../../platform/database/database.ts';

/** Fewer are slips of a class that types. */
const many = 30;
const mostCounted = 1_000;
/** The newest, which are the ones that are invited. */
const mostBatches = 50;

/** Of printed invitations, in the last hour; at most 1,000 are counted. A class mistypes, or somebody guesses. */
export async function wrongCodesByBatch(
  reader: Reader,
  now: number,
): Promise<{ batch: string; tries: number }[]> {
  const counted = { since: now - hourMs, most: mostCounted };
  const tries = attemptsWithin('invitation-batch', sql.ref('batch.id'), counted);
  const rows = await reader
    .selectFrom(batchesAs('batch'))
    .orderBy('batch.id', 'desc')
    .limit(mostBatches)
    .select(['batch.name as batch', tries.as('tries')])
    .execute();
  return rows
    .map(({ batch, tries: count }) => ({ batch, tries: Number(count) }))
    .filter((one) => one.tries >= many);
}
