import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import { makeOnce } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { questionNotFound, lockPost } from '../posts/lock-post.ts';
import type { DiscussionAccess } from '../policy.ts';
import { enforceHourlyLimit } from '../posts/post-limit.ts';
import { notifyOfReports } from './report-notices.ts';

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
      if (own !== undefined) return own.id;
      await enforceHourlyLimit(writer, settings, 'report', { accountId, now });
      const made = await writer
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
        .returning('id')
        .executeTakeFirstOrThrow();
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
      return made.id;
    });
    return { isNew };
  });
}
