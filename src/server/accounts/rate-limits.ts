import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import { dayMs, hourMs, minuteMs } from '#contract/durations';
import { limits } from '#contract/limits';
import { compiledQueryByKind } from '../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { shortenedAddress } from '../platform/http/limits/network-of.ts';

type RateLimit = {
  /** How many attempts are free. */
  max: number;
  withinMs: number;
  /**
   * After as many attempts each further one has to wait, first so long and then twice as long each time; without it nothing
   * goes until the oldest attempt is over.
   */
  pause?: { firstMs: number; longestMs: number };
  message: string;
};

const ofAccount = {
  max: 10,
  withinMs: dayMs,
  pause: { firstMs: minuteMs, longestMs: hourMs },
  message: 'Too many failed logins for this account.',
};
const ofCode = { ...ofAccount, max: 5, message: 'Too many wrong codes for this account.' };
const askedOften = {
  withinMs: hourMs,
  message: 'A new password has been asked for often enough for this address.',
};

/** Rate limits. Addresses are network addresses (`networkOf`): a whole class may share one. */
const rateLimits = {
  /** Failed logins of an account from one network, so that nobody locks out the account's holder who sits in another. */
  'login-account': ofAccount,
  /** … and of a device from which its holder has logged in before. */
  'login-device': ofAccount,
  /** … and from all networks together: somebody may have many. */
  'login-everywhere': { max: 200, withinMs: hourMs, message: ofAccount.message },
  'login-address': {
    max: 100,
    withinMs: 15 * minuteMs,
    pause: { firstMs: 15_000, longestMs: 15 * minuteMs },
    message: 'Too many failed logins from your network.',
  },
  /** Wrong codes of a login's second step, and of fresh proofs, counted as failed logins are: who gets there knows the password. */
  'code-account': ofCode,
  'code-device': ofCode,
  'code-everywhere': { ...ofCode, max: 50 },
  'forgot-account': { ...askedOften, max: 3 },
  /** Links that were mailed, or would have been; `forgot-password.ts` spaces them. */
  'forgot-link': { ...askedOften, max: Infinity },
  'forgot-address': {
    max: 60,
    withinMs: hourMs,
    message: 'New passwords have been asked for too often from your network.',
  },
  'password-account': { max: 10, withinMs: 15 * minuteMs, message: 'The password was wrong too often.' },
  'confirm-account': {
    max: 3,
    withinMs: hourMs,
    message: 'The link has been sent often enough.',
  },
  /** Logins with the academy's own account about which the provider was asked, and which came to nothing. */
  'academy-address': {
    max: 60,
    withinMs: 15 * minuteMs,
    message: 'Too many logins from your network came to nothing.',
  },
  /** Files for a post that were refused: `attachment-quota.ts` counts them with those that were taken. */
  'attachment-refused': {
    max: limits.attachmentsADay,
    withinMs: dayMs,
    message: 'Too many of your files were refused.',
  },
  'signup-address': { max: 300, withinMs: hourMs, message: 'Too many signups from your network.' },
} as const satisfies Record<string, RateLimit>;
/** Attempts count no longer than this, in milliseconds. */
export const longestWindowMs = Math.max(...Object.values(rateLimits).map(({ withinMs }) => withinMs));
export type RateLimitKind = keyof typeof rateLimits;

/** What an attempt counts against; with a source only those from the same network or device do. */
export type Counted = { kind: RateLimitKind; subject: string; source?: string };

/** The lines of one site share its limit: so many times that of a line. */
const linesOfSite = 10;
const isSite = (subject: string): boolean => subject.endsWith('/48');

/** What an attempt counts against by where it comes from: the line, and, for IPv6, the site that may have 65,536 of them. */
export function countedByNetwork(
  kind: Extract<RateLimitKind, `${string}-address`>,
  network: string,
): [Counted, ...Counted[]] {
  const counted = { kind, subject: network };
  return network.endsWith('/64') ? [counted, { kind, subject: shortenedAddress(network) }] : [counted];
}

/** Beyond as many doublings a pause is as long as it gets. */
const maxDoublings = 12;

/** A login may name anything as its address; what is too long for an index is counted under its hash. */
function keyOf(subject: string): string {
  return subject.length <= limits.email ? subject : createHash('sha256').update(subject).digest('hex');
}

/** Attempts for an account are one row, whether they are counted by source or from everywhere. */
const rowKindOf = (kind: RateLimitKind): string => kind.replace('-everywhere', '-account');

/** The instant from which on an attempt is judged again; null when it may be now. */
function nextAttemptAt(
  { max, withinMs, pause }: RateLimit,
  { count, oldest, newest }: { count: number; oldest: number | null; newest: number | null },
): number | null {
  if (count < max || oldest === null || newest === null) return null;
  if (pause === undefined) return oldest + withinMs;
  return newest + Math.min(pause.longestMs, pause.firstMs * 2 ** (count - max));
}

type RecentAttempts = { limit: number; isBySource: boolean; ownCount: number };
type RecentParameters = { kind: string; subject: string; since: number; source: string | null };

/** The newest attempts, as many as matter. Compiled, since a flood of guesses asks for little else. */
const recentAttempts = compiledQueryByKind(
  (
    { limit, isBySource, ownCount }: RecentAttempts,
    db,
    p: RecentParameters & Record<`own${number}`, number>,
  ) =>
    db
      .selectFrom((from) =>
        from
          .selectFrom('rate_limit_hits')
          .where('kind', '=', p.kind)
          .where('subject', '=', p.subject)
          .where('at', '>', p.since)
          .$if(isBySource, (of) => of.where('source', '=', p.source))
          .$if(ownCount > 0, (of) =>
            of.where(
              'id',
              'not in',
              Array.from({ length: ownCount }, (_, n) => p[`own${n}`] as number),
            ),
          )
          .orderBy('at', 'desc')
          .limit(limit)
          .select('at')
          .as('recent'),
      )
      .select([
        sql<number>`count(*)`.as('count'),
        sql<number | null>`min(at)`.as('oldest'),
        sql<number | null>`max(at)`.as('newest'),
      ]),
);

/**
 * @param own attempts that do not count: the one that asks
 * @throws 429 with Retry-After once a rate limit is reached
 */
export async function enforceRateLimit(
  database: Reader | Writer,
  { kind, subject, source }: Counted,
  now: number,
  own: readonly number[] = [],
): Promise<void> {
  const ofLine: RateLimit = rateLimits[kind];
  const limit = isSite(subject) ? { ...ofLine, max: ofLine.max * linesOfSite } : ofLine;
  const ownIds = Object.fromEntries(own.map((id, n) => [`own${n}`, id]));
  const recent = recentAttempts({
    limit: limit.pause === undefined ? limit.max : limit.max + maxDoublings,
    isBySource: source !== undefined,
    ownCount: own.length,
  });
  const [row] = await recent(database, {
    kind: rowKindOf(kind),
    subject: keyOf(subject),
    since: now - limit.withinMs,
    source: source ?? null,
    ...ownIds,
  });
  if (row === undefined) throw new Error('A count has one row');
  const at = nextAttemptAt(limit, row);
  if (at === null || at <= now) return;
  const seconds = Math.max(1, Math.ceil((at - now) / 1000));
  const minutes = Math.ceil(seconds / 60);
  throw httpErrors.tooMany(
    `${limit.message} Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    seconds,
  );
}

/** @returns the attempt's id */
export async function recordAttempt(
  writer: Writer,
  { kind, subject, source }: Counted,
  now: number,
): Promise<number> {
  const { id } = await writer
    .insertInto('rate_limit_hits')
    .values({ kind: rowKindOf(kind), subject: keyOf(subject), at: now, source: source ?? null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** How many attempts there were since an instant, and when the oldest and the newest were. */
export async function countAttempts(
  database: Reader | Writer,
  { kind, subject }: Counted,
  since: number,
): Promise<{ count: number; oldest: number | null; newest: number | null }> {
  return database
    .selectFrom('rate_limit_hits')
    .where('kind', '=', kind)
    .where('subject', '=', keyOf(subject))
    .where('at', '>', since)
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number | null>`min(at)`.as('oldest'),
      sql<number | null>`max(at)`.as('newest'),
    ])
    .executeTakeFirstOrThrow();
}

/** Takes back attempts that turned out to be none. */
export async function removeAttempts(writer: Writer, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await writer.deleteFrom('rate_limit_hits').where('id', 'in', ids).execute();
}

/**
 * Lets an account's holder try again at once, as after a new password.
 * @param source only what came from there, as after a login from it
 * @param what failed passwords, or wrong codes
 */
export async function clearFailedLogins(
  writer: Writer,
  email: string,
  source?: string,
  what: 'login' | 'code' = 'login',
): Promise<void> {
  await writer
    .deleteFrom('rate_limit_hits')
    .where('kind', 'in', [`${what}-account`, `${what}-device`] satisfies RateLimitKind[])
    .where('subject', '=', keyOf(email))
    .$if(source !== undefined, (of) => of.where('source', '=', source as string))
    .execute();
}
