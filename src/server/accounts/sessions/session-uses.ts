import { makeBatchWriter, type BatchWriter } from '../../platform/batch-writer.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';

/** A session was used: it lives on, and its account was seen. */
export type SessionUse = { tokenHash: string; accountId: number; at: number };

type Context = Pick<AppContext, 'database'>;

/** How long a use waits for the others of its batch, in milliseconds. */
const intervalMs = 250;
/** Beyond these a use is dropped: the session's next request brings it again. */
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
      // It is tried again, and worth no line of its own: whatever is wrong with the database is told elsewhere.
      onError: () => {},
    });
    recorders.set(database, recorder);
  }
  return recorder;
}

/**
 * Notes the use of a session, to be written a moment later: reading neither waits for a write nor fails with it. A crash may
 * lose the uses of that moment.
 */
export function noteSessionUse(context: Context, use: SessionUse): void {
  recorderOf(context).offer(use);
}

/** Writes what waits, as before an orderly stop. @throws what the database throws */
export function flushSessionUses(context: Context): Promise<void> {
  return recorderOf(context).flush();
}

/** In one order everywhere, so that two processes that write at the same time cannot deadlock. */
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
    await writer.updateTable('accounts').set({ seen_at: at }).where('id', '=', accountId).execute();
  }
}
