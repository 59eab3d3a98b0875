import { hourMs, minuteMs } from '#contract/durations';
import { areLimitsLifted } from '../../accounts/lift-limits.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { editedBefore, postedBefore } from '../queries.ts';

type Posting = { accountId: number; now: number };

/** @throws 429 with Retry-After: when the first of the last hour's is an hour old */
async function refuseWithin(
  writer: Writer,
  first: { at: number } | undefined,
  { accountId, now }: Posting,
  done: string,
): Promise<void> {
  const waitMs = first === undefined ? 0 : first.at + hourMs - now;
  if (waitMs <= 0 || (await areLimitsLifted(writer, accountId, now))) return;
  const minutes = Math.ceil(waitMs / minuteMs);
  throw httpErrors.tooMany(
    `You have ${done}. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    Math.ceil(waitMs / 1000),
  );
}

/**
 * Limits an account's posts within an hour to `FORUM_POSTS_PER_HOUR`; refused and repeated requests do not
 * count. Staff may lift it.
 * @throws 429 with Retry-After
 */
export async function enforcePostLimit(
  writer: Writer,
  { forumPostsPerHour: limit }: AppContext['settings'],
  posting: Posting,
): Promise<void> {
  if (limit === 0) return;
  const { accountId } = posting;
  const [first] = await postedBefore(writer, { accountId, others: limit - 1, limit });
  await refuseWithin(writer, first, posting, 'posted too many times');
}

/**
 * The same limit for edits, counted separately: each edit stores a text.
 * @throws 429 with Retry-After
 */
export async function enforceEditLimit(
  writer: Writer,
  { forumPostsPerHour: limit }: AppContext['settings'],
  posting: Posting,
): Promise<void> {
  if (limit === 0) return;
  const [first] = await editedBefore(writer, { accountId: posting.accountId, others: limit - 1 });
  await refuseWithin(writer, first, posting, 'edited too many posts');
}

/**
 * Limits an account's reports within an hour to `FORUM_POSTS_PER_HOUR`; staff may lift it.
 * @throws 429 with Retry-After
 */
export async function enforceReportLimit(
  writer: Writer,
  { forumPostsPerHour: limit }: AppContext['settings'],
  reporting: Posting,
): Promise<void> {
  if (limit === 0) return;
  const first = await writer
    .selectFrom('post_reports')
    .where('reporter_id', '=', reporting.accountId)
    .where('reported_at', '>', reporting.now - hourMs)
    .orderBy('reported_at', 'desc')
    .limit(1)
    .offset(limit - 1)
    .select('reported_at as at')
    .executeTakeFirst();
  await refuseWithin(writer, first, reporting, 'reported too many posts');
}
