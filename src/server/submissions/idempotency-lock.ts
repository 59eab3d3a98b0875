import type { Task } from '#contract/dates';
import type { AppContext } from '../platform/context.ts';
import type { Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { submissionByKey, type KeyedReceiptRow } from './queries.ts';

/** How long a lock outlives a process that died; a running submission renews it in time. */
const leaseMs = 30_000;
const renewalMs = 10_000;

/** An Idempotency-Key counts within one student and task. */
type IdempotencyScope = { accountId: number; task: Task; key: string };

/** Drops a lock, in the change that makes it needless. */
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

/** Drops the locks that nobody holds any more: their processes died, and their keys were not sent again. */
export async function deleteExpiredLocks(writer: Writer, now: number): Promise<void> {
  await writer.deleteFrom('idempotency_locks').where('expires_at', '<=', now).execute();
}

/** A lock that is held and renewed by a timer. */
export type IdempotencyLock = {
  /** For a submission that was recorded: its change has dropped the lock. */
  stopRenewal(): void;
  /** For one that was refused or failed. */
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
    log.warn({ err: error }, 'an idempotency lock could not be written; it expires by itself');
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
 * Locks an Idempotency-Key for a submission under way, across all processes, until it is released, or its process has
 * been dead for half a minute; or finds the version that a former request with the key made, which needs no lock. What
 * two requests may do is decided by the unique key of the row, not here: the lock only spares the second one its upload.
 * @throws 409 with Retry-After while another request holds the lock
 */
export async function acquireIdempotencyLock(
  context: AppContext,
  scope: IdempotencyScope,
): Promise<{ earlier: KeyedReceiptRow; lock: null } | { earlier: null; lock: IdempotencyLock }> {
  const { database, clock } = context;
  // Within one change: no former request can finish between the look at its row and the lock. The lock need not survive
  // a crash, since its submission would not either.
  const { earlier, isLocked } = await database.nonDurableTransaction(async (writer) => {
    const row = (await submissionByKey(writer, scope)) ?? null;
    return { earlier: row, isLocked: row === null && (await insertLock(writer, scope, clock.now())) };
  });
  if (earlier !== null) return { earlier, lock: null };
  if (!isLocked) throw httpErrors.conflict('This hand-in is still on its way. Please wait a moment.', 3);
  return { earlier: null, lock: renew(context, scope) };
}
