import { recordAct } from '../../audit/record-act.ts';
import type { AppContext } from '../../platform/context.ts';
import { makeOnce } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { questionNotFound } from './lock-question.ts';
import type { DiscussionAccess } from '../policy.ts';
import { lockPost } from './lock-post.ts';
import { enforceReportLimit } from './report-limit.ts';
import { tellOfReports } from './tell-of-reports.ts';

type Wish = {
  /** The question's id as it stands in the address. */
  id: string;
  /** The id of the comment that is reported; without it the question is. */
  comment?: string | undefined;
  reason?: string | undefined;
};

/**
 * Reports a post of somebody else to the mentors of its batch.
 * @param key the request's Idempotency-Key
 * @returns whether it is new: a second report of the same post by the same person changes nothing
 * @throws a 404 error for a post that is not there, 400 for the reporter's own, 429 after too many, 409 when the key belongs
 *   to another wish
 */
export async function reportPost(
  { database, clock, settings }: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  access: DiscussionAccess,
  { id, comment, reason }: Wish,
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
          `This ${post.commentId === null ? 'question' : 'comment'} is your own: only what others wrote can be reported.`,
        );
      const own = await writer
        .selectFrom('post_reports')
        .where('reporter_id', '=', accountId)
        .where('post', '=', post.name)
        .select('id')
        .executeTakeFirst();
      if (own !== undefined) return own.id;
      await enforceReportLimit(writer, settings, { accountId, now });
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
      // Without the reason: it is the reporter's word, for the mentors alone.
      await recordAct(writer, {
        at: now,
        actorId: accountId,
        act: 'report-post',
        subject: String(post.questionId),
        aboutId: post.authorId,
        before: null,
        after: { comment: post.commentId },
      });
      await tellOfReports(writer, post, now);
      return made.id;
    });
    return { isNew };
  });
}
