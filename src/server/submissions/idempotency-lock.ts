import type { Task } from '#contract/dates';
import type { AppContext } from '../platform/context.ts';
import type { Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { submissionByKey, type KeyedReceiptRow } from './queries.ts';

/** Milliseconds; renewed while a submission runs. */
const leaseMs = 30_000;
const renewalMs = 10_000;

/** Unique per student and task. */
type IdempotencyScope = { accountId: number; task: Task; key: string };

/** In the submission's last transaction. */
export async function deleteIdempotencyLock(
  writer: Writer,
  { accountId, task, key }: IdempotencyScope,
): Promise<void> {
  await writer
    .deleteFrom('idempotency_locks')
    .where('account_id', '=', accountId)
    .where('task', '=', task)
    .where('idempotency_key', '=', key)
    .execute();
}

export async function deleteExpiredLocks(writer: Writer, now: number): Promise<void> {
  await writer.deleteFrom('idempotency_locks').where('expires_at', '<=', now).execute();
}

export type IdempotencyLock = {
  /** After recording, which deleted the lock. */
  stopRenewal(): void;
  /** After refusal or failure. */
  release(): Promise<void>;
};

/** @returns whether the lock was acquired */
async function insertLock(
  writer: Writer,
  { accountId, task, key }: IdempotencyScope,
  now: number,
): Promise<boolean> {
  const row = await writer
    .insertInto('idempotency_locks')
    .values({ account_id: accountId, task, idempotency_key: key, expires_at: now + leaseMs })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'task', 'idempotency_key'])
        .doUpdateSet({ expires_at: now + leaseMs })
        .where('idempotency_locks.expires_at', '<=', now),
    )
    .returning('expires_at')
    .executeTakeFirst();
  return row !== undefined;
}

function renew({ database, clock, log }: AppContext, scope: IdempotencyScope): IdempotencyLock {
  const extend = (writer: Writer) =>
    writer
      .updateTable('idempotency_locks')
      .set({ expires_at: clock.now() + leaseMs })
      .where('account_id', '=', scope.accountId)
      .where('task', '=', scope.task)
      .where('idempotency_key', '=', scope.key)
      .execute();
  const warn = (error: unknown): void =>
    log.warn({ err: error }, 'an idempotency lock could not be saved; it expires in 30 seconds');
  const timer = setInterval(() => void database.nonDurableTransaction(extend).catch(warn), renewalMs).unref();
  return {
    stopRenewal: () => clearInterval(timer),
    async release() {
      clearInterval(timer);
      await database.nonDurableTransaction((writer) => deleteIdempotencyLock(writer, scope)).catch(warn);
    },
  };
}

/**
 * Across processes; it spares a second upload, while the row's unique key decides races. Expires 30 s after
 * its process dies.
 * @returns the version that the key made, or the lock
 * @throws 409 with Retry-After while another request holds it
 */
export async function acquireIdempotencyLock(
  context: AppContext,
  scope: IdempotencyScope,
): Promise<{ earlier: KeyedReceiptRow; lock: null } | { earlier: null; lock: IdempotencyLock }> {
  const { database, clock } = context;
  // One transaction, so that no request ends in between. Not durable: a crash also loses its submission.
  const { earlier, isLocked } = await database.nonDurableTransaction(async (writer) => {
    const row = (await submissionByKey(writer, scope)) ?? null;
    return { earlier: row, isLocked: row === null && (await insertLock(writer, scope, clock.now())) };
  });
  if (earlier !== null) return { earlier, lock: null };
  if (!isLocked)
    throw httpErrors.conflict('This submission is still being received. Please wait a moment.', 3);
  return { earlier: null, lock: renew(context, scope) };
}
