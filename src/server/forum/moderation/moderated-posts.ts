import { isoInstant } from '#contract/dates';
import { beginningOf } from '#contract/excerpt';
import { messages } from '#contract/messages';
import * as calls from '#contract/forum/moderation-calls';
import type { ReportedPost, ReportList, HiddenPost, HiddenPosts } from '#contract/forum/moderation-calls';
import { limits } from '#contract/limits';
import { accountNames } from '../../accounts/queries.ts';
import { isStaff } from '../../accounts/policy.ts';
import { act, read } from '../../accounts/sessions/act.ts';
import type { AppContext } from '../../platform/context.ts';
import { readPage } from '../../platform/database/read-page.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { discussionAccess, moderator, type DiscussionAccess } from '../policy.ts';
import { firstWords } from '../posts/post-text.ts';
import { openReportsOf, reportedPosts, hiddenPosts, hiddenPostsOf } from './queries.ts';
import { lockPost } from '../posts/lock-post.ts';
import { settleReports } from './report-post.ts';
import { afterAllIds, parseId } from '../../platform/parse-id.ts';

/** In characters. */
const textLength = 500;

const postsAtOnce = 50;
const reportsOfPost = 50;
/** Earliest report first. @throws 403 for students */
async function listReports(
  { database: { reader } }: Pick<AppContext, 'database'>,
  { viewer, batch }: DiscussionAccess,
): Promise<ReportList> {
  if (!isStaff(viewer) || batch === null) throw httpErrors.forbidden(messages.forbidden);
  const { rows: shown, last } = await readPage(postsAtOnce, (limit) =>
    reportedPosts(reader, { batchId: batch.id, limit }),
  );
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
  return { posts: listed, ...(last !== undefined && { more: true }) };
}

/** Newest first: all for mentors, a student's own. @throws 400 for a `before` that is no id */
async function listHiddenPosts(
  { database: { reader } }: Pick<AppContext, 'database'>,
  { viewer, batch }: DiscussionAccess,
  { limit = limits.pageSize, before }: { limit?: number | undefined; before?: string | undefined },
): Promise<HiddenPosts> {
  if (batch === null) return { posts: [] };
  const cursor = before === undefined ? afterAllIds : parseId(before);
  if (cursor === null) throw httpErrors.badRequest('before must be the id of a hidden post.');
  const forStaff = isStaff(viewer);
  const { rows: shown, last } = await readPage(limit, (most) => {
    const page = { batchId: batch.id, before: cursor, limit: most };
    return forStaff
      ? hiddenPosts(reader, page)
      : hiddenPostsOf(reader, { ...page, authorId: viewer.accountId });
  });
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
  return { posts, ...(last !== undefined && { more: true as const }) };
}

export const moderatedPostCalls = [
  read(calls.listReports, {
    who: discussionAccess,
    run: ({ context, resource }) => listReports(context, resource),
  }),

  act(calls.dismissReports, {
    who: moderator,
    key: { kind: 'report-dismissal', content: ({ params, body }) => [params.id, body.comment ?? null] },
    changes: {
      async stored(writer, { resource, params: { id }, body: { comment } }) {
        const post = await lockPost(writer, resource, { id, comment });
        return { text: beginningOf(firstWords(post), textLength), post };
      },
      seen: ['text'],
      message: 'This post was edited in the meantime. Its reports are not dismissed yet.',
      current: (_writer, _request, { text }) => ({ text }),
    },
    audit: 'dismiss-reports',
    async run(writer, { viewer: { accountId }, stored: { post }, now }) {
      const reports = await settleReports(writer, post, now);
      if (reports === 0) return { id: accountId };
      const line = {
        subject: String(post.questionId),
        aboutId: post.authorId,
        before: { comment: post.commentId, reports },
        after: { comment: post.commentId, reports: 0 },
      };
      return { id: accountId, audit: line };
    },
  }),

  read(calls.listHiddenPosts, {
    who: discussionAccess,
    run: ({ context, resource, query }) => listHiddenPosts(context, resource, query),
  }),
];
