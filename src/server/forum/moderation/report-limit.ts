import { hourMs, minuteMs } from '#contract/durations';
import { areLimitsLifted } from '../../accounts/lift-limits.ts';
import type { Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import type { Settings } from '../../platform/settings/settings.ts';

/**
 * Limits an account's reports within an hour to `FORUM_POSTS_PER_HOUR`; staff may lift it.
 * @throws 429 with Retry-After
 */
export async function enforceReportLimit(
  writer: Writer,
  { forumPostsPerHour: limit }: Pick<Settings, 'forumPostsPerHour'>,
  { accountId, now }: { accountId: number; now: number },
): Promise<void> {
  if (limit === 0) return;
  const first = await writer
    .selectFrom('post_reports')
    .where('reporter_id', '=', accountId)
    .where('reported_at', '>', now - hourMs)
    .orderBy('reported_at', 'desc')
    .limit(1)
    .offset(limit - 1)
    .select('reported_at as at')
    .executeTakeFirst();
  if (first === undefined || (await areLimitsLifted(writer, accountId, now))) return;
  const waitMs = first.at + hourMs - now;
  const minutes = Math.ceil(waitMs / minuteMs);
  throw httpErrors.tooMany(
    `You have reported ${limit.toLocaleString('en')} posts within an hour, which is as many as the forum takes. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    Math.ceil(waitMs / 1000),
  );
}
