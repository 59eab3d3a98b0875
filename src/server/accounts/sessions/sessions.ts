import type { Role } from '#contract/accounts/calls';
import { dayMs, minuteMs } from '#contract/durations';
import { batchesAs } from '../../courses/batch-queries.ts';
import { coursesAs } from '../../courses/course-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import { announce } from '../../platform/database/announce.ts';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Writer } from '../../platform/database/database.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { makeSharedLookup, type SharedLookup } from '../../platform/one-at-a-time.ts';
import { workKind } from '../../platform/work-kind.ts';
import { hashToken, makeToken } from '../random-token.ts';
import { noteSessionUse } from './session-uses.ts';
import { suspended } from '../policy.ts';
import { toViewer, viewerColumns, type Viewer } from './viewer.ts';

/** Maximum after login; unused sessions end after `idleMs`, staff's after a setting. */
export const sessionLifetimeMs = 60 * dayMs;
const idleMs = 14 * dayMs;
/** Interval of "last used". */
const touchMs = 5 * minuteMs;
/** Beyond them the next login goes on. */
const maxEndedAtOnce = 500;

/** One query per request with a session. */
export const viewerOfToken = compiledQuery((db, p: { tokenHash: string; now: number }) =>
  db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .leftJoin(batchesAs('batch'), 'batch.id', 'accounts.batch_id')
    .leftJoin(coursesAs('course'), 'course.id', 'batch.course_id')
    .leftJoin('examiner_accounts as examiner', 'examiner.account_id', 'accounts.id')
    .where('sessions.token_hash', '=', p.tokenHash)
    .where('sessions.expires_at', '>', p.now)
    .select(viewerColumns)
    .select(['sessions.used_at as usedAt', 'sessions.proven_at as provenAt']),
);

function idleMsOf(role: Role, { staffIdleMs }: Pick<Settings, 'staffIdleMs'>): number {
  return role === 'student' ? idleMs : Math.min(staffIdleMs, idleMs);
}

type Context = Pick<AppContext, 'database' | 'clock' | 'settings'>;

const lookups = new WeakMap<Context['database'], SharedLookup<Viewer | null>>();

function lookupOf({ database }: Context): SharedLookup<Viewer | null> {
  let lookup = lookups.get(database);
  if (lookup === undefined) lookups.set(database, (lookup = makeSharedLookup()));
  return lookup;
}

/**
 * Null for an unknown or ended session. Read per request, so that a logout is immediate; concurrent requests
 * of the same kind of work share the query.
 */
export function viewerOfSession(context: Context, token: string): Promise<Viewer | null> {
  const tokenHash = hashToken(token);
  return lookupOf(context)(`${workKind()} ${tokenHash}`, () => viewerOfSessionHash(context, tokenHash));
}

/**
 * By the token's hash, which opens nothing over the wire.
 * @param isUse false to leave "last used" unchanged
 */
export async function viewerOfSessionHash(
  { database, clock, settings }: Context,
  tokenHash: string,
  isUse = true,
): Promise<Viewer | null> {
  const now = clock.now();
  const [row] = await viewerOfToken(database.reader, { tokenHash, now });
  if (row === undefined || row.usedAt <= now - idleMsOf(row.role, settings)) return null;
  if (isUse && now - row.usedAt >= touchMs)
    noteSessionUse({ database }, { tokenHash, accountId: row.accountId, at: now });
  return toViewer(database.reader, row);
}

/**
 * Returns the browser's token; the database has its hash.
 * @throws 403 for a suspended account
 */
export async function beginSession(
  writer: Writer,
  accountId: number,
  now: number,
  device: string | null = null,
): Promise<string> {
  const token = makeToken();
  const hash = hashToken(token);
  await writer
    .insertInto('sessions')
    .values({
      token_hash: hash,
      account_id: accountId,
      created_at: now,
      used_at: now,
      expires_at: now + sessionLifetimeMs,
      device,
      proven_at: now,
    })
    .execute();
  const { suspended_at } = await writer
    .updateTable('accounts')
    .set({ seen_at: now })
    .where('id', '=', accountId)
    .returning('suspended_at')
    .executeTakeFirstOrThrow();
  // The update locks the row, so that a concurrent suspension is seen.
  if (suspended_at !== null) throw suspended(accountId);
  await endOldest(writer, accountId, hash);
  return token;
}

/** Of an account; a login ends the sessions that were used longest ago. */
const maxSessions = 50;

async function endOldest(writer: Writer, accountId: number, newest: string): Promise<void> {
  const beyond = await writer
    .selectFrom('sessions')
    .where('account_id', '=', accountId)
    .where('token_hash', '<>', newest)
    .orderBy('used_at', 'desc')
    .orderBy('created_at', 'desc')
    .limit(maxEndedAtOnce)
    .offset(maxSessions - 1)
    .select('token_hash')
    .execute();
  if (beyond.length === 0) return;
  const hashes = beyond.map(({ token_hash }) => token_hash);
  await writer.deleteFrom('sessions').where('token_hash', 'in', hashes).execute();
  announce(writer, `account:${accountId}`);
}

export async function markProven(writer: Writer, token: string, now: number): Promise<void> {
  await writer
    .updateTable('sessions')
    .set({ proven_at: now })
    .where('token_hash', '=', hashToken(token))
    .execute();
}

export async function endSession(writer: Writer, token: string): Promise<void> {
  const ended = await writer
    .deleteFrom('sessions')
    .where('token_hash', '=', hashToken(token))
    .returning('account_id as accountId')
    .executeTakeFirst();
  if (ended !== undefined) announce(writer, `account:${ended.accountId}`);
}

/** @param exceptToken the session that stays */
export async function endSessionsOf(
  writer: Writer,
  accountId: number,
  exceptToken: string | null = null,
): Promise<void> {
  announce(writer, `account:${accountId}`);
  await writer
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .$if(exceptToken !== null, (query) => query.where('token_hash', '<>', hashToken(exceptToken as string)))
    .execute();
}

/** A short id, enough to tell an account's sessions apart. */
export function idOfSession(tokenHash: string): string {
  return tokenHash.slice(0, 16);
}

export async function endSessionOf(writer: Writer, accountId: number, id: string): Promise<void> {
  const rows = await writer
    .selectFrom('sessions')
    .where('account_id', '=', accountId)
    .select('token_hash')
    .execute();
  const hash = rows.find((row) => idOfSession(row.token_hash) === id)?.token_hash;
  if (hash === undefined) return;
  await writer.deleteFrom('sessions').where('token_hash', '=', hash).execute();
  announce(writer, `account:${accountId}`);
}

/** The most recently used first. */
export async function sessionsOf(
  { database: { reader }, clock, settings }: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  { accountId, role }: Pick<Viewer, 'accountId' | 'role'>,
) {
  const now = clock.now();
  return reader
    .selectFrom('sessions')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .where('used_at', '>', now - idleMsOf(role, settings))
    .orderBy('used_at', 'desc')
    .orderBy('created_at', 'desc')
    .limit(maxSessions)
    .select(['token_hash as tokenHash', 'device', 'created_at as createdAt', 'used_at as usedAt'])
    .execute();
}
