import { messages } from '#contract/messages';
import { isStaff } from '../../accounts/policy.ts';
import { recordAct } from '../../audit/record-act.ts';
import type { AppContext } from '../../platform/context.ts';
import { makeOnce } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import type { DiscussionAccess } from '../policy.ts';
import { lockPost } from './lock-post.ts';
import { settleReports } from './settle-reports.ts';

/**
 * Settles the open reports of a post: there is nothing to do. Without an open one it changes nothing.
 * @param wish.id the question's id, `wish.comment` the comment's, as they stand in the request
 * @param key the request's Idempotency-Key: a repetition changes nothing, also when others have reported since
 * @throws a 404 error for a post that is not there, 403 for students, 409 when the key belongs to another wish
 */
export async function dismissReports(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  access: DiscussionAccess,
  wish: { id: string; comment?: string | undefined },
  key: string | null = null,
): Promise<void> {
  const { viewer } = access;
  if (!isStaff(viewer)) throw httpErrors.forbidden(messages.forbidden);
  const { accountId } = viewer;
  const now = clock.now();
  const content = [wish.id, wish.comment ?? null];
  const request = { accountId, kind: 'report-dismissal', key, content, now } as const;
  await database.transaction((writer) =>
    makeOnce(writer, request, async () => {
      const post = await lockPost(writer, access, wish);
      const settled = await settleReports(writer, post, now);
      if (settled === 0) return post.questionId;
      await recordAct(writer, {
        at: now,
        actorId: accountId,
        act: 'dismiss-reports',
        subject: String(post.questionId),
        aboutId: post.authorId,
        before: { comment: post.commentId, reports: settled },
        after: { comment: post.commentId, reports: 0 },
      });
      return post.questionId;
    }),
  );
}
