import { hourMs, minuteMs } from '#contract/durations';
import { areLimitsLifted } from '../accounts/lift-limits.ts';
import type { AppContext } from '../platform/context.ts';
import type { Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { postedBefore } from './queries.ts';

/**
 * Refuses a new question or comment of an account that has posted `FORUM_POSTS_PER_HOUR` within the last hour. What was
 * posted is what counts: what was refused, and a repetition under a known Idempotency-Key, add nothing.
 * Staff may lift it for an account.
 * @throws 429 with Retry-After
 */
export async function enforcePostLimit(
  writer: Writer,
  { forumPostsPerHour: limit }: AppContext['settings'],
  { accountId, now }: { accountId: number; now: number },
): Promise<void> {
  if (limit === 0) return;
  const [first] = await postedBefore(writer, { accountId, others: limit - 1, limit });
  const waitMs = first === undefined ? 0 : first.at + hourMs - now;
  if (waitMs <= 0 || (await areLimitsLifted(writer, accountId, now))) return;
  const minutes = Math.ceil(waitMs / minuteMs);
  throw httpErrors.tooMany(
    `You have posted ${limit.toLocaleString('en')} times within an hour, which is as often as the forum takes. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    Math.ceil(waitMs / 1000),
  );
}
