import { sql, type RawBuilder } from 'kysely';
import { createHash } from 'node:crypto';
import { dayMs, hourMs, minuteMs } from '#contract/durations';
import { limits } from '#contract/limits';
import type { AppContext } from '../platform/context.ts';
import { compiledQueryByKind } from '../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { lockFor } from '../platform/database/lock-for.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { shortenedAddress } from '../platform/http/limits/network-of.ts';

type RateLimit = {
  max: number;
  withinMs: number;
  /**
   * After `max` attempts each further one waits, twice as long each time; without a pause, until the oldest
   * attempt expires.
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
  message: 'Too many reset requests for this email.',
};

/** Addresses are network addresses (`networkOf`): a whole class may share one. */
const rateLimits = {
  /** Failed logins by account and network, so that a stranger elsewhere cannot lock the holder out. */
  'login-account': ofAccount,
  'login-device': ofAccount,
  /** All networks together: an attacker may have many. */
  'login-everywhere': { max: 200, withinMs: hourMs, message: ofAccount.message },
  'login-address': {
    max: 100,
    withinMs: 15 * minuteMs,
    pause: { firstMs: 15_000, longestMs: 15 * minuteMs },
    message: 'Too many failed logins from your network.',
  },
  /** Wrong codes of the second step and of identity checks; these know the password already. */
  'code-account': ofCode,
  'code-device': ofCode,
  'code-everywhere': { ...ofCode, max: 50 },
  'forgot-account': { ...askedOften, max: 3 },
  /** Mailed links; `forgot-password.ts` spaces them. */
  'forgot-link': { ...askedOften, max: Infinity },
  'forgot-address': {
    max: 60,
    withinMs: hourMs,
    message: 'Too many reset requests from your network.',
  },
  'password-account': { max: 10, withinMs: 15 * minuteMs, message: 'Too many wrong passwords.' },
  'confirm-account': {
    max: 3,
    withinMs: hourMs,
    message: 'The link has been sent several times.',
  },
  /** Failed logins at the identity provider. */
  'academy-address': {
    max: 60,
    withinMs: 15 * minuteMs,
    message: 'Too many failed logins from your network.',
  },
  /** Refused attachments; `attach-file.ts` adds accepted ones. */
  'attachment-refused': {
    max: limits.attachmentsADay,
    withinMs: dayMs,
    message: 'Too many of your files were refused.',
  },
  /** Attachments that are being read: each may be refused. A killed process leaves its own. */
  'attachment-pending': {
    max: limits.attachmentsADay,
    withinMs: hourMs,
    message: 'Too many of your files are being checked.',
  },
  /** To the own email, of what the office words. */
  'mail-test': { max: 10, withinMs: hourMs, message: 'You have sent several test emails.' },
  /** Wrong codes of printed invitations: by network, and by network and the typed email or phone, whether or not somebody has it. */
  'invitation-address': {
    max: 100,
    withinMs: 15 * minuteMs,
    message: 'Too many wrong invitation codes from your network. The link on your paper still works.',
  },
  'invitation-contact': {
    max: 10,
    withinMs: hourMs,
    pause: { firstMs: minuteMs, longestMs: 15 * minuteMs },
    message: 'Too many wrong codes for this email or phone number. The link on your paper still works.',
  },
  /** The same codes, by the batch of whoever has the email or phone: told to the office, and refuses nobody. */
  'invitation-batch': { max: Infinity, withinMs: hourMs, message: '' },
  'signup-address': { max: 300, withinMs: hourMs, message: 'Too many signups from your network.' },
} as const satisfies Record<string, RateLimit>;
/** In milliseconds. */
export const longestWindowMs = Math.max(...Object.values(rateLimits).map(({ withinMs }) => withinMs));
export type RateLimitKind = keyof typeof rateLimits;

/** With a source, only attempts from that network or device count. */
export type Counted = { kind: RateLimitKind; subject: string; source?: string };

/** An IPv6 site (/48) has this many times the limit of one line (/64). */
const linesOfSite = 10;
const isSite = (subject: string): boolean => subject.endsWith('/48');

/** Counts by line and, for IPv6, by the site, which may have 65,536 lines. */
export function countedByNetwork(
  kind: Extract<RateLimitKind, `${string}-address`>,
  network: string,
): [Counted, ...Counted[]] {
  const counted = { kind, subject: network };
  return network.endsWith('/64') ? [counted, { kind, subject: shortenedAddress(network) }] : [counted];
}

/** Keeps `2 ** count` small. */
const maxDoublings = 12;

/** Too long subjects are hashed to fit the index. */
function keyOf(subject: string): string {
  return subject.length <= limits.email ? subject : createHash('sha256').update(subject).digest('hex');
}

/** Attempts by source and from everywhere share one row. */
const rowKindOf = (kind: RateLimitKind): string => kind.replace('-everywhere', '-account');

/** Null when an attempt is allowed now. */
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

/** Compiled, since a flood of guesses runs little else. */
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
 * @param own ids of this request's attempts, which do not count
 * @throws 429 with Retry-After
 */
export async function enforceRateLimits(
  database: Reader | Writer,
  all: readonly Counted[],
  now: number,
  own: readonly number[] = [],
): Promise<void> {
  const ownIds = Object.fromEntries(own.map((id, n) => [`own${n}`, id]));
  for (const { kind, subject, source } of all) {
    const ofLine: RateLimit = rateLimits[kind];
    const limit = isSite(subject) ? { ...ofLine, max: ofLine.max * linesOfSite } : ofLine;
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
    if (at === null || at <= now) continue;
    const seconds = Math.max(1, Math.ceil((at - now) / 1000));
    const minutes = Math.ceil(seconds / 60);
    throw httpErrors.tooMany(
      `${limit.message} Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
      seconds,
    );
  }
}

/**
 * Records attempts as failed before they are checked: concurrent ones, in any process, count each other.
 * @param counted whose limits must hold; by default the attempts
 * @returns their ids
 * @throws 429 with Retry-After; the attempts are removed again
 */
export async function beginAttempts(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  attempts: readonly Counted[],
  counted = attempts,
): Promise<number[]> {
  const now = clock.now();
  // A refused attempt writes nothing: a flood would block the writer.
  await enforceRateLimits(database.reader, counted, now);
  const own = await database.nonDurableTransaction((writer) => recordAttempts(writer, attempts, now));
  try {
    await enforceRateLimits(database.reader, counted, now, own);
  } catch (error) {
    await database.nonDurableTransaction((writer) => removeAttempts(writer, own));
    throw error;
  }
  return own;
}

/** In the transaction of what it allows: counts and records as one step. @throws 429 with Retry-After */
export async function takeAttempt(writer: Writer, counted: Counted, now: number): Promise<void> {
  await lockFor(writer, `${counted.kind} ${counted.subject}`);
  await enforceRateLimits(writer, [counted], now);
  await recordAttempts(writer, [counted], now);
}

/** @returns the attempts' ids */
export async function recordAttempts(
  writer: Writer,
  all: readonly Counted[],
  now: number,
): Promise<number[]> {
  const ids: number[] = [];
  for (const { kind, subject, source } of all) {
    const { id } = await writer
      .insertInto('rate_limit_hits')
      .values({ kind: rowKindOf(kind), subject: keyOf(subject), at: now, source: source ?? null })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.push(id);
  }
  return ids;
}

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

/** In a query: how many attempts since an instant for what the query names; counts up to `most`. */
export const attemptsWithin = (
  kind: RateLimitKind,
  subject: RawBuilder<unknown>,
  { since, most }: { since: number; most: number },
): RawBuilder<number> => sql`(
    select count(*) from (
      select 1 from rate_limit_hits as tried
      where tried.kind = ${kind} and tried.subject = cast(${subject} as text) and tried.at > ${since}
      limit ${most}
    ) as counted
  )`;

export async function removeAttempts(writer: Writer, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await writer.deleteFrom('rate_limit_hits').where('id', 'in', ids).execute();
}

/**
 * @param source clears only what came from there
 * @param what failed passwords or wrong codes
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
