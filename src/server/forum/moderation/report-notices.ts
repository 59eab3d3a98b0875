import { batchAddress } from '#contract/progress/batch-view';
import { batchById, mentorAccounts } from '../../courses/batch-queries.ts';
import { notify, updateNoticeText, withdraw } from '../../notices/notify.ts';
import type { Writer } from '../../platform/database/database.ts';
import type { Post } from '../posts/lock-post.ts';

/** Once per post; further reports raise the count. Names nobody. */
export async function notifyOfReports(writer: Writer, post: Post, now: number): Promise<void> {
  const open = await writer
    .selectFrom('post_reports')
    .where('question_id', '=', post.questionId)
    .where('post', '=', post.name)
    .where('settled_at', 'is', null)
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const count = Number(open.count);
  if (count === 0) return;
  const { name: batch } = await batchById(writer, post.batchId);
  const noun = post.commentId === null ? 'A question' : 'A comment';
  const text = `${noun} in ${batch} was reported${count === 1 ? '' : ` by ${count} people`}`;
  const event = { kind: 'post-reported', event: post.name, text } as const;
  await notify(writer, {
    ...event,
    accounts: await mentorAccounts(writer, post.batchId),
    about: `reports:${post.name}`,
    href: `${batchAddress(batch)}#reports`,
    now,
  });
  await updateNoticeText(writer, event);
}

export async function withdrawReports(writer: Writer, post: Pick<Post, 'name'>, now: number): Promise<void> {
  await withdraw(writer, { kind: 'post-reported', event: post.name, now });
}

/** Withdraws notices, so that a later report notifies again. @returns how many were open */
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
