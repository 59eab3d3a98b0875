import { privateAddress } from '#contract/forum/question-view';
import { activeMentors } from '../accounts/queries.ts';
import { mentorAccounts, type Batch } from '../courses/batch-queries.ts';
import { notify, withdraw } from '../notices/notify.ts';
import type { Writer } from '../platform/database/database.ts';
import { announceChange } from './lock-question.ts';

/** Questions that wait for a mentor who is no longer in the batch wait for the others, who are told. */
export async function releaseTaken(
  writer: Writer,
  { batch, accountId, now }: { batch: Batch; accountId: number; now: number },
): Promise<void> {
  const freed = await writer
    .updateTable('private_questions')
    .set({ taken_by: null, taken_at: null })
    .where('batch_id', '=', batch.id)
    .where('taken_by', '=', accountId)
    .where('waiting_since', 'is not', null)
    .where('deleted_at', 'is', null)
    .returning(['id', 'author_id as authorId'])
    .execute();
  const accounts = await activeMentors(writer, await mentorAccounts(writer, batch.id));
  for (const { id, authorId } of freed) {
    await announceChange(writer, { batchId: batch.id, authorId });
    const about = `private:${id}`;
    await withdraw(writer, { kind: 'private-question', about, accounts: [accountId], now });
    await notify(writer, {
      kind: 'private-question',
      event: `private-freed:${id}:${now}`,
      accounts,
      about,
      text: `A private question in ${batch.name} waits for a mentor again`,
      href: privateAddress(batch.name, String(id)),
      now,
    });
  }
}
