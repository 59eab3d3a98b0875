import { reportPost } from '#contract/forum/moderation-calls';
import { batchAddress } from '#contract/progress/batch-view';
import { act } from '../../accounts/sessions/act.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { lockPost, requireBatch, type Post } from '../posts/lock-post.ts';
import { discussionAccess } from '../policy.ts';
import { enforceHourlyLimit } from '../posts/post-limit.ts';
import { batchById, mentorAccounts } from '../../courses/batch-queries.ts';
import { notify, updateNoticeText, withdraw } from '../../notices/notify.ts';
import type { Writer } from '../../platform/database/database.ts';

/**
 * 201 for the account's first of this post; others change nothing.
 * @throws 404 unknown post; 400 for an own post; 429 after too many; 409 key of another request
 */
export const reportCall = act(reportPost, {
  who: discussionAccess,
  key: {
    kind: 'post-report',
    content: ({ params, body }) => [params.id, body.comment ?? null, body.reason ?? null],
  },
  audit: 'report-post',
  async run(writer, { context, resource: access, viewer, params, body: { comment, reason }, now }) {
    const { accountId } = viewer;
    requireBatch({ resource: access });
    const post = await lockPost(writer, access, { id: params.id, comment });
    if (post.authorId === accountId)
      throw httpErrors.badRequest(
        `This ${post.commentId === null ? 'question' : 'comment'} is your own. You can only report posts of others.`,
      );
    const own = await writer
      .selectFrom('post_reports')
      .where('reporter_id', '=', accountId)
      .where('post', '=', post.name)
      .select('id')
      .executeTakeFirst();
    if (own !== undefined) return { id: 0 };
    await enforceHourlyLimit(writer, context.settings, 'report', { accountId, now });
    await writer
      .insertInto('post_reports')
      .values({
        batch_id: post.batchId,
        question_id: post.questionId,
        comment_id: post.commentId,
        post: post.name,
        reporter_id: accountId,
        reason: reason === undefined || reason === '' ? null : reason,
        reported_at: now,
        settled_at: null,
      })
      .execute();
    await notifyOfReports(writer, post, now);
    // The reason is for mentors only.
    const after = { comment: post.commentId };
    return { id: accountId, audit: { subject: String(post.questionId), aboutId: post.authorId, after } };
  },
  async answer(_, { isFirst }, id) {
    const isNew = isFirst && id !== 0;
    return { status: isNew ? (201 as const) : (200 as const), body: { already_reported: !isNew } };
  },
});

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
