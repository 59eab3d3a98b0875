import type { Writer } from '../../platform/database/database.ts';
import { makeUseRecorder } from '../../platform/use-recorder.ts';

export type SessionUse = { tokenHash: string; accountId: number; at: number };

const recorder = makeUseRecorder<SessionUse>(({ tokenHash }) => tokenHash, writeUses);

export const noteSessionUse = recorder.note;
export const flushSessionUses = recorder.flush;

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
