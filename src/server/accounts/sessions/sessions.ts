import type { Role } from '#contract/accounts/calls';
import { batchesAs } from '../../courses/batch-queries.ts';
import { coursesAs } from '../../courses/course-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import { announce } from '../../platform/database/announce.ts';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Writer } from '../../platform/database/database.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { makeSharedLookup, type SharedLookup } from '../../platform/shared-lookup.ts';
import { workKind } from '../../platform/work-kind.ts';
import { hashToken, makeToken } from '../random-token.ts';
import { noteSessionUse } from './session-uses.ts';
import { suspended } from '../policy.ts';
import { toViewer, viewerColumns, type Viewer } from './viewer.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/**
 * A session ends this long after login, and earlier when it is not used for `idleMs`; one of staff after a setting's time, since
 * it opens more than one's own.
 */
export const sessionLifetimeMs = 60 * day;
const idleMs = 14 * day;
/** How often "last used" is written at most. */
const touchMs = 5 * minute;

/** One query for each request that carries a session: who that is, with batch and course. */
export const viewerOfToken = compiledQuery((db, p: { tokenHash: string; now: number }) =>
  db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .leftJoin(batchesAs('batch'), 'batch.id', 'accounts.batch_id')
    .leftJoin(coursesAs('course'), 'course.id', 'batch.course_id')
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
 * The user of a session; null for an unknown or ended one. Read from the database after each request has come: a logout holds at
 * once. What comes over many connections at the same moment shares a query, apart from work of other kinds, which has
 * connections to the database of its own.
 */
export function viewerOfSession(context: Context, token: string): Promise<Viewer | null> {
  const tokenHash = hashToken(token);
  return lookupOf(context)(`${workKind()} ${tokenHash}`, () => viewerOfSessionHash(context, tokenHash));
}

/**
 * The same by the token's hash, which alone opens nothing over the wire.
 * @param isUse false for a look that keeps no session alive
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
 * Begins a session in the given change; the token goes to the browser only, its hash to the database.
 * @throws a 403 error for an account that is suspended
 */
export async function beginSession(
  writer: Writer,
  accountId: number,
  now: number,
  device: string | null = null,
): Promise<string> {
  const token = makeToken();
  await writer
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
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
  // The row is locked: of a login and a suspension that come together, one sees what the other has done.
  if (suspended_at !== null) throw suspended(accountId);
  return token;
}

/** Writes down that the session was just proven to be its holder's. */
export async function markProven(writer: Writer, token: string, now: number): Promise<void> {
  await writer
    .updateTable('sessions')
    .set({ proven_at: now })
    .where('token_hash', '=', hashToken(token))
    .execute();
}

/** Ends the session of a token, if there is one. */
export async function endSession(writer: Writer, token: string): Promise<void> {
  const ended = await writer
    .deleteFrom('sessions')
    .where('token_hash', '=', hashToken(token))
    .returning('account_id as accountId')
    .executeTakeFirst();
  if (ended !== undefined) announce(writer, `account:${ended.accountId}`);
}

/**
 * Ends the sessions of an account, as after a change of password.
 * @param exceptToken the one that goes on, if one does
 */
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

/** Names a session for its holder: enough of its token's hash to tell it from the account's others. */
export function idOfSession(tokenHash: string): string {
  return tokenHash.slice(0, 16);
}

/** Ends the session of an account that has an id, if there is one. */
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

/** The most sessions that their holder is shown. */
const maxShown = 50;

/** The sessions of an account that have not ended, the one used last first. */
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
    .limit(maxShown)
    .select(['token_hash as tokenHash', 'device', 'created_at as createdAt', 'used_at as usedAt'])
    .execute();
}
