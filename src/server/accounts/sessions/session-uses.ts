import { makeBatchWriter, type BatchWriter } from '../../platform/batch-writer.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';

export type SessionUse = { tokenHash: string; accountId: number; at: number };

type Context = Pick<AppContext, 'database'>;

const intervalMs = 250;
/** Further uses are dropped; the session's next request reports again. */
const maxPending = 500;

const recorders = new WeakMap<Context['database'], BatchWriter<SessionUse>>();

function recorderOf({ database }: Context): BatchWriter<SessionUse> {
  let recorder = recorders.get(database);
  if (recorder === undefined) {
    recorder = makeBatchWriter({
      keyOf: ({ tokenHash }) => tokenHash,
      write: (uses) => database.nonDurableTransaction((writer) => writeUses(writer, uses)),
      intervalMs,
      maxPending,
      // Retried later; other code reports database errors.
      onError: () => {},
    });
    recorders.set(database, recorder);
  }
  return recorder;
}

/**
 * Queues a session's use for a batched write, so that reads neither wait for it nor fail. A crash may lose
 * it.
 */
export function noteSessionUse(context: Context, use: SessionUse): void {
  recorderOf(context).offer(use);
}

/** For an orderly stop. */
export function flushSessionUses(context: Context): Promise<void> {
  return recorderOf(context).flush();
}

/** In a fixed order, so that two processes cannot deadlock. */
async function writeUses(writer: Writer, uses: readonly SessionUse[]): Promise<void> {
  for (const { tokenHash, at } of uses.toSorted((a, b) => (a.tokenHash < b.tokenHash ? -1 : 1))) {
    await writer
      .updateTable('sessions')
      .set({ used_at: at })
      .where('token_hash', '=', tokenHash)
      .where('used_at', '<', at)
      .execute();
  }
  const seenAt = new Map<number, number>();
  for (const { accountId, at } of uses) seenAt.set(accountId, Math.max(at, seenAt.get(accountId) ?? 0));
  for (const [accountId, at] of [...seenAt].toSorted(([a], [b]) => a - b)) {
    await writer
      .updateTable('accounts')
      .set({ seen_at: at })
      .where('id', '=', accountId)
      // It may have been erased since.
      .where('anonymised_at', 'is', null)
      .execute();
  }
}
