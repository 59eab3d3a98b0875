import { batchAddress } from '#contract/progress/batch-view';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import { makeOnce } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { questionNotFound, lockPost, type Post } from '../posts/lock-post.ts';
import type { DiscussionAccess } from '../policy.ts';
import { enforceHourlyLimit } from '../posts/post-limit.ts';
import { batchById, mentorAccounts } from '../../courses/batch-queries.ts';
import { notify, updateNoticeText, withdraw } from '../../notices/notify.ts';
import type { Writer } from '../../platform/database/database.ts';

type Report = {
  id: string;
  /** Without it, the question itself. */
  comment?: string | undefined;
  reason?: string | undefined;
};

/**
 * @returns whether it is the account's first of this post; others change nothing
 * @throws 404 unknown post; 400 for an own post; 429 after too many; 409 key of another request
 */
export async function reportPost(
  { database, clock, settings }: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  access: DiscussionAccess,
  { id, comment, reason }: Report,
  key: string | null = null,
): Promise<{ isNew: boolean }> {
  const { viewer, batch } = access;
  if (batch === null) throw questionNotFound();
  const { accountId } = viewer;
  const now = clock.now();
  const content = [id, comment ?? null, reason ?? null];
  const request = { accountId, kind: 'post-report', key, content, now } as const;
  return database.transaction(async (writer) => {
    let isNew = false;
    await makeOnce(writer, request, async () => {
      const post = await lockPost(writer, access, { id, comment });
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
      if (own !== undefined) return;
      await enforceHourlyLimit(writer, settings, 'report', { accountId, now });
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
      isNew = true;
      // The reason is for mentors only.
      await recordAuditEvent(writer, {
        at: now,
        actorId: accountId,
        act: 'report-post',
        subject: String(post.questionId),
        aboutId: post.authorId,
        after: { comment: post.commentId },
      });
      await notifyOfReports(writer, post, now);
    });
    return { isNew };
  });
}

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
