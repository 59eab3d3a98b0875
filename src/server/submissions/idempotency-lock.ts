import type { Task } from '#contract/dates';
import type { AppContext } from '../platform/context.ts';
import type { Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';

/** How long a claim outlives a process that died; a running hand-in extends it in time. */
const claimMs = 30_000;
const extendEveryMs = 10_000;

export type IdempotencyKey = { accountId: number; task: Task; key: string };

/** Drops a claim, in the change that makes it needless. */
export async function releaseIdempotencyLock(
  writer: Writer,
  { accountId, task, key }: IdempotencyKey,
): Promise<void> {
  await writer
    .deleteFrom('idempotency_locks')
    .where('account_id', '=', accountId)
    .where('task', '=', task)
    .where('idempotency_key', '=', key)
    .execute();
}

/** A claim that is held: over at once when its row is there, given back when there will be none. */
export type IdempotencyLock = { end(): void; giveBack(): Promise<void> };

/**
 * Claims an Idempotency-Key for a hand-in that is on its way, across all processes, until it is given back, or its
 * process has been dead for half a minute. What two requests may do is decided by the key of the row, not here: the
 * claim only spares the second one its upload.
 * @throws a 409 problem with Retry-After while another request holds the claim
 */
export async function acquireIdempotencyLock(
  context: AppContext,
  claim: IdempotencyKey,
): Promise<IdempotencyLock> {
  const { database, clock, log } = context;
  const { accountId, task, key } = claim;
  const now = clock.now();
  // A claim need not outlive a crash: its hand-in would not either.
  const claimed = await database.nonDurableTransaction((writer) =>
    writer
      .insertInto('idempotency_locks')
      .values({ account_id: accountId, task, idempotency_key: key, expires_at: now + claimMs })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'task', 'idempotency_key'])
          .doUpdateSet({ expires_at: now + claimMs })
          .where('idempotency_locks.expires_at', '<=', now),
      )
      .returning('expires_at')
      .executeTakeFirst(),
  );
  if (claimed === undefined) {
    throw httpErrors.conflict('This hand-in is still on its way. Please wait a moment.', 3);
  }
  const extend = (writer: Writer) =>
    writer
      .updateTable('idempotency_locks')
      .set({ expires_at: clock.now() + claimMs })
      .where('account_id', '=', accountId)
      .where('task', '=', task)
      .where('idempotency_key', '=', key)
      .execute();
  const warn = (error: unknown): void =>
    log.warn({ err: error }, 'a claim could not be kept up; it ends by itself');
  const timer = setInterval(
    () => void database.nonDurableTransaction(extend).catch(warn),
    extendEveryMs,
  ).unref();
  return {
    end: () => clearInterval(timer),
    async giveBack() {
      clearInterval(timer);
      await database.nonDurableTransaction((writer) => releaseIdempotencyLock(writer, claim)).catch(warn);
    },
  };
}
