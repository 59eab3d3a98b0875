import { batchAddress } from '#contract/progress/batch-view';
import { batchById, mentorAccounts } from '../../courses/batch-queries.ts';
import { notify, updateNoticeText } from '../../notices/notify.ts';
import type { Writer } from '../../platform/database/database.ts';
import type { Post } from './lock-post.ts';

/**
 * Tells the mentors of a batch once of the open reports of a post, if there are any; a further report counts in what they were told.
 * It names nobody.
 */
export async function tellOfReports(writer: Writer, post: Post, now: number): Promise<void> {
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
  const text = `${noun} in ${batch} is reported${count === 1 ? '' : ` by ${count} people`}`;
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
