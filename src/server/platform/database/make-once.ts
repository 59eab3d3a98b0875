import { createHash } from 'node:crypto';
import { z } from 'zod';
import { dayMs, hourMs } from '#contract/durations';
import { httpErrors } from '../http/http-errors.ts';
import type { Job } from '../jobs/job.ts';
import type { Writer } from './database.ts';
import type { Tables } from './schema.ts';

/** How long a key is known at least, in milliseconds: far longer than any browser or script tries again. */
const keptMs = 90 * dayMs;

/** A request that may come again: whose, what it makes, its Idempotency-Key, what it says, and when it came. */
export type KeyedRequest = {
  accountId: number;
  kind: Tables['idempotency_keys']['kind'];
  key: string;
  content: string;
  now: number;
};

/**
 * Makes a row once for each Idempotency-Key of an account, in the transaction that makes it: the row and the key are kept
 * together or not at all. A second request waits for the first one's transaction.
 * @param make makes the row and gives its id
 * @returns the id of the row that this request, or a former one with the same key, has made
 * @throws 409 when the key belongs to other content
 */
export async function makeOnce(
  writer: Writer,
  { accountId, kind, key, content, now }: KeyedRequest,
  make: () => Promise<number>,
): Promise<number> {
  const row = { account_id: accountId, kind, idempotency_key: key };
  const content_sha256 = createHash('sha256').update(content).digest('hex');
  const inserted = await writer
    .insertInto('idempotency_keys')
    .values({ ...row, content_sha256, made_id: null, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('created_at')
    .executeTakeFirst();
  if (inserted === undefined) {
    const earlier = await writer
      .selectFrom('idempotency_keys')
      .where((where) => where.and(row))
      .select(['content_sha256', 'made_id'])
      .executeTakeFirstOrThrow();
    if (earlier.content_sha256 !== content_sha256)
      throw httpErrors.conflict('This Idempotency-Key belongs to another text.');
    return earlier.made_id as number;
  }
  const made_id = await make();
  await writer
    .updateTable('idempotency_keys')
    .set({ made_id })
    .where((where) => where.and(row))
    .execute();
  return made_id;
}

export const forgetOldKeysJob: Job<null> = {
  kind: 'forget-old-idempotency-keys',
  payload: z.null(),
  everyMs: hourMs,
  async run({ database, clock }) {
    const before = clock.now() - keptMs;
    await database.nonDurableTransaction((writer) =>
      writer.deleteFrom('idempotency_keys').where('created_at', '<', before).execute(),
    );
  },
};
