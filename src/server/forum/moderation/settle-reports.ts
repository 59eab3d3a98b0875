import { withdraw } from '../../notices/notify.ts';
import type { Writer } from '../../platform/database/database.ts';
import type { Post } from './lock-post.ts';

export async function withdrawReports(writer: Writer, post: Pick<Post, 'name'>, now: number): Promise<void> {
  await withdraw(writer, { kind: 'post-reported', event: post.name, now });
}

/**
 * Settles a post's open reports and withdraws their notices, so that a later report notifies again.
 * @returns how many were open
 */
export async function settleReports(
  writer: Writer,
  post: Pick<Post, 'name' | 'questionId'>,
  now: number,
): Promise<number> {
  const settled = await writer
    .updateTable('post_reports')
    .set({ settled_at: now })
    .where('question_id', '=', post.questionId)
    .where('post', '=', post.name)
    .where('settled_at', 'is', null)
    .returning('id')
    .execute();
  if (settled.length > 0) await withdrawReports(writer, post, now);
  return settled.length;
}
