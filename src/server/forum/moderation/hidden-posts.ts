import { isoInstant } from '#contract/dates';
import { beginningOf } from '#contract/excerpt';
import { limits } from '#contract/limits';
import type { HiddenPost, HiddenPosts } from '#contract/forum/moderation-calls';
import { accountNames } from '../../accounts/queries.ts';
import { isStaff } from '../../accounts/policy.ts';
import type { AppContext } from '../../platform/context.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { afterAllIds, parseId } from '../../platform/parse-id.ts';
import type { DiscussionAccess } from '../policy.ts';
import { firstWords } from '../posts/post-text.ts';
import { hiddenPosts, hiddenPostsOf } from './queries.ts';

/** In characters. */
const textLength = 500;

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
