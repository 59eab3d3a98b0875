import { isoInstant } from '#contract/dates';
import { beginningOf } from '#contract/excerpt';
import { messages } from '#contract/messages';
import type { ReportedPost, ReportList, HiddenPost, HiddenPosts } from '#contract/forum/moderation-calls';
import { limits } from '#contract/limits';
import { accountNames } from '../../accounts/queries.ts';
import { isStaff } from '../../accounts/policy.ts';
import type { AppContext } from '../../platform/context.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import type { DiscussionAccess } from '../policy.ts';
import { firstWords } from '../posts/post-text.ts';
import { openReportsOf, reportedPosts, hiddenPosts, hiddenPostsOf } from './queries.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { once } from '../../platform/database/make-once.ts';
import { lockPost } from '../posts/lock-post.ts';
import { settleReports } from './report-post.ts';
import { afterAllIds, parseId } from '../../platform/parse-id.ts';

/** In characters. */
const textLength = 500;

/**
 * @param named as in the request
 * @throws 404 unknown post; 403 for students; 409 key of another request
 */
export async function dismissReports(
  context: Pick<AppContext, 'database' | 'clock'>,
  access: DiscussionAccess,
  named: { id: string; comment?: string | undefined },
  key: string | null = null,
): Promise<void> {
  const { viewer } = access;
  if (!isStaff(viewer)) throw httpErrors.forbidden(messages.forbidden);
  const { accountId } = viewer;
  const content = [named.id, named.comment ?? null];
  const request = { accountId, kind: 'report-dismissal', key, content } as const;
  await once(context, request, async (writer, now) => {
    const post = await lockPost(writer, access, named);
    const settled = await settleReports(writer, post, now);
    if (settled === 0) return;
    await recordAuditEvent(writer, {
      at: now,
      actorId: accountId,
      act: 'dismiss-reports',
      subject: String(post.questionId),
      aboutId: post.authorId,
      before: { comment: post.commentId, reports: settled },
      after: { comment: post.commentId, reports: 0 },
    });
  });
}

const postsAtOnce = 50;
const reportsOfPost = 50;
/** Earliest report first. @throws 403 for students */
export async function listReports(
  { database: { reader } }: Pick<AppContext, 'database'>,
  { viewer, batch }: DiscussionAccess,
): Promise<ReportList> {
  if (!isStaff(viewer) || batch === null) throw httpErrors.forbidden(messages.forbidden);
  const found = await reportedPosts(reader, { batchId: batch.id, limit: postsAtOnce + 1 });
  const shown = found.slice(0, postsAtOnce);
  const posts = shown.map(({ post }) => post);
  const reports = await openReportsOf(reader, { batchId: batch.id, posts, limit: reportsOfPost + 1 });
  const people = [...reports.map(({ reporterId }) => reporterId), ...shown.map(({ authorId }) => authorId)];
  const names = await accountNames(reader, people);
  const nameOf = (account: number) => names.get(account) ?? '';
  const listed = shown.map((row): ReportedPost => {
    const open = reports.filter(({ post }) => post === row.post);
    return {
      question: String(row.questionId),
      comment: row.commentId === null ? null : String(row.commentId),
      text: beginningOf(firstWords(row), textLength),
      author: nameOf(row.authorId),
      reports: open.slice(0, reportsOfPost).map(({ reporterId, reason, reportedAt }) => ({
        reporter: nameOf(reporterId),
        reason,
        reported_at: isoInstant(reportedAt),
      })),
      ...(open.length > reportsOfPost && { more: true }),
    };
  });
  return { posts: listed, ...(found.length > postsAtOnce && { more: true }) };
}

/** Newest first: all for mentors, a student's own. @throws 400 for a `before` that is no id */
export async function listHiddenPosts(
  { database: { reader } }: Pick<AppContext, 'database'>,
  { viewer, batch }: DiscussionAccess,
  { limit = limits.pageSize, before }: { limit?: number | undefined; before?: string | undefined },
): Promise<HiddenPosts> {
  if (batch === null) return { posts: [] };
  const cursor = before === undefined ? afterAllIds : parseId(before);
  if (cursor === null) throw httpErrors.badRequest('before must be the id of a hidden post.');
  const forStaff = isStaff(viewer);
  const page = { batchId: batch.id, before: cursor, limit: limit + 1 };
  const found = forStaff
    ? await hiddenPosts(reader, page)
    : await hiddenPostsOf(reader, { ...page, authorId: viewer.accountId });
  const shown = found.slice(0, limit);
  const accountIds = shown.flatMap(({ authorId, actorId }) => [authorId, actorId]);
  const names = await accountNames(reader, accountIds);
  const posts = shown.map((row): HiddenPost => ({
    id: String(row.id),
    question: String(row.questionId),
    comment: row.commentId === null ? null : String(row.commentId),
    text: beginningOf(firstWords(row), textLength),
    author: names.get(row.authorId) ?? '',
    reason: row.reason,
    hidden_at: isoInstant(row.hiddenAt),
    hidden_by: forStaff ? (names.get(row.actorId) ?? '') : null,
  }));
  return { posts, ...(found.length > limit && { more: true as const }) };
}
