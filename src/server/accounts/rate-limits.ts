import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import { limits } from '#contract/limits';
import type { Reader, Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';

const minute = 60_000;

/** Rate limits, a sliding window each. Addresses are network addresses: a whole class may share one. */
const rateLimits = {
  'login-account': { max: 10, withinMs: 15 * minute, message: 'Too many failed logins for this account.' },
  'login-address': { max: 100, withinMs: 15 * minute, message: 'Too many failed logins from your network.' },
  'forgot-account': {
    max: 3,
    withinMs: 60 * minute,
    message: 'A new password has been asked for often enough for this address.',
  },
  'forgot-address': {
    max: 60,
    withinMs: 60 * minute,
    message: 'New passwords have been asked for too often from your network.',
  },
  'password-account': { max: 10, withinMs: 15 * minute, message: 'The password was wrong too often.' },
  'confirm-account': {
    max: 3,
    withinMs: 60 * minute,
    message: 'The link has been sent often enough.',
  },
  'signup-address': { max: 300, withinMs: 60 * minute, message: 'Too many signups from your network.' },
} as const;
/** Attempts count no longer than this, in milliseconds. */
export const longestWindowMs = Math.max(...Object.values(rateLimits).map(({ withinMs }) => withinMs));
export type RateLimitKind = keyof typeof rateLimits;

/** A login may name anything as its address; what is too long for an index is counted under its hash. */
function keyOf(subject: string): string {
  return subject.length <= limits.email ? subject : createHash('sha256').update(subject).digest('hex');
}

/** @throws 429 with Retry-After once a rate limit is reached */
export async function enforceRateLimit(
  database: Reader | Writer,
  kind: RateLimitKind,
  subject: string,
  now: number,
): Promise<void> {
  const { max, withinMs, message } = rateLimits[kind];
  const row = await database
    .selectFrom((from) =>
      from
        .selectFrom('rate_limit_hits')
        .where('kind', '=', kind)
        .where('subject', '=', keyOf(subject))
        .where('at', '>', now - withinMs)
        .orderBy('at', 'desc')
        .limit(max)
        .select('at')
        .as('recent'),
    )
    .select([sql<number>`count(*)`.as('count'), sql<number | null>`min(at)`.as('oldest')])
    .executeTakeFirstOrThrow();
  if (row.count < max || row.oldest === null) return;
  const seconds = Math.max(1, Math.ceil((row.oldest + withinMs - now) / 1000));
  const minutes = Math.ceil(seconds / 60);
  throw httpErrors.tooMany(
    `${message} Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    seconds,
  );
}

export async function recordAttempt(
  writer: Writer,
  kind: RateLimitKind,
  subject: string,
  now: number,
): Promise<void> {
  await writer
    .insertInto('rate_limit_hits')
    .values({ kind, subject: keyOf(subject), at: now })
    .execute();
}

/** Lets an account's holder try again at once, as after a new password. */
export async function clearFailedLogins(writer: Writer, email: string): Promise<void> {
  await writer
    .deleteFrom('rate_limit_hits')
    .where('kind', '=', 'login-account' satisfies RateLimitKind)
    .where('subject', '=', keyOf(email))
    .execute();
}
