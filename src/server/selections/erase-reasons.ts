import type { Writer } from '../platform/database/database.ts';
import { removedWords } from '../platform/removed-words.ts';

export async function eraseReasons(writer: Writer, accountId: number): Promise<void> {
  await writer
    .updateTable('former_selections')
    .set({ reason: removedWords })
    .where('account_id', '=', accountId)
    .execute();
}
