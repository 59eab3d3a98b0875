import type { Writer } from '../platform/database/database.ts';

/** Up to a post; never back. */
export async function markRead(
  writer: Writer,
  { accountId, questionId, postId }: { accountId: number; questionId: number; postId: number },
): Promise<void> {
  await writer
    .insertInto('private_reads')
    .values({ account_id: accountId, question_id: questionId, post_id: postId })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'question_id'])
        .doUpdateSet({ post_id: postId })
        .where('private_reads.post_id', '<', postId),
    )
    .execute();
}
