import { messages } from '#contract/messages';
import { isStaff } from '../../accounts/policy.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import { makeOnce } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import type { DiscussionAccess } from '../policy.ts';
import { lockPost } from '../posts/lock-post.ts';
import { settleReports } from './report-notices.ts';

/**
 * Settles the open reports of a post without action.
 * @param named ids as in the request
 * @throws 404 unknown post; 403 for students; 409 key of another request
 */
export async function dismissReports(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  access: DiscussionAccess,
  named: { id: string; comment?: string | undefined },
  key: string | null = null,
): Promise<void> {
  const { viewer } = access;
  if (!isStaff(viewer)) throw httpErrors.forbidden(messages.forbidden);
  const { accountId } = viewer;
  const now = clock.now();
  const content = [named.id, named.comment ?? null];
  const request = { accountId, kind: 'report-dismissal', key, content, now } as const;
  await database.transaction((writer) =>
    makeOnce(writer, request, async () => {
      const post = await lockPost(writer, access, named);
      const settled = await settleReports(writer, post, now);
      if (settled === 0) return post.questionId;
      await recordAuditEvent(writer, {
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
