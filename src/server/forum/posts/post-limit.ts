import { hourMs, minuteMs } from '#contract/durations';
import { areLimitsLifted } from '../../accounts/lift-limits.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { lockFor } from '../../platform/database/lock-for.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { editedBefore, postedBefore } from '../queries.ts';

type Counted = { accountId: number; now: number; limit: number };

async function reportedBefore(reader: Reader, { accountId, now, limit }: Counted) {
  return reader
    .selectFrom('post_reports')
    .where('reporter_id', '=', accountId)
    .where('reported_at', '>', now - hourMs)
    .orderBy('reported_at', 'desc')
    .limit(1)
    .offset(limit - 1)
    .select('reported_at as at')
    .execute();
}

/** `FORUM_POSTS_PER_HOUR` each; edits also store a text. */
const hourly = {
  post: {
    done: 'posted too many times',
    before: (reader: Reader, { accountId, limit }: Counted) =>
      postedBefore(reader, { accountId, others: limit - 1, limit }),
  },
  edit: {
    done: 'edited too many posts',
    before: (reader: Reader, { accountId, limit }: Counted) =>
      editedBefore(reader, { accountId, others: limit - 1 }),
  },
  report: { done: 'reported too many posts', before: reportedBefore },
};

/**
 * @param first the oldest of as many as the limit allows
 * @param done as in `You have …`
 * @throws 429 with Retry-After until it is an hour old, unless staff have lifted the limit
 */
export async function refuseWithinHour(
  writer: Writer,
  { accountId, now }: { accountId: number; now: number },
  first: { at: number } | undefined,
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

/** Refused and repeated requests do not count. @throws 429 as above */
export async function enforceHourlyLimit(
  writer: Writer,
  { forumPostsPerHour: limit }: AppContext['settings'],
  what: keyof typeof hourly,
  { accountId, now }: { accountId: number; now: number },
): Promise<void> {
  if (limit === 0) return;
  const { done, before } = hourly[what];
  await lockFor(writer, `${what} ${accountId}`);
  const [first] = await before(writer, { accountId, now, limit });
  await refuseWithinHour(writer, { accountId, now }, first, done);
}
