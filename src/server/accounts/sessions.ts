import { batchesAs } from '../batches/queries.ts';
import { coursesAs } from '../courses/queries.ts';
import type { AppContext } from '../platform/context.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Writer } from '../platform/database/database.ts';
import { hashToken, makeToken } from './random-token.ts';
import { noteSessionUse } from './session-uses.ts';
import { toViewer, viewerColumns, type Viewer } from './viewer.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** A session ends this long after login, and earlier when it is not used for `idleMs`. */
export const sessionLifetimeMs = 60 * day;
const idleMs = 14 * day;
/** How often "last used" is written at most. */
const touchMs = 5 * minute;

/** One query for each request that carries a session: who that is, with batch and course. */
export const viewerOfToken = compiledQuery((db, p: { tokenHash: string; now: number; idleSince: number }) =>
  db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .leftJoin(batchesAs('batch'), 'batch.id', 'accounts.batch_id')
    .leftJoin(coursesAs('course'), 'course.id', 'batch.course_id')
    .where('sessions.token_hash', '=', p.tokenHash)
    .where('sessions.expires_at', '>', p.now)
    .where('sessions.used_at', '>', p.idleSince)
    .select(viewerColumns)
    .select('sessions.used_at as usedAt'),
);

/** The user of a session; null for an unknown or ended one. Read from the database each time: a logout holds at once. */
export async function viewerOfSession(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  token: string,
): Promise<Viewer | null> {
  const now = clock.now();
  const tokenHash = hashToken(token);
  const [row] = await viewerOfToken(database.reader, { tokenHash, now, idleSince: now - idleMs });
  if (row === undefined) return null;
  if (now - row.usedAt >= touchMs)
    noteSessionUse({ database }, { tokenHash, accountId: row.accountId, at: now });
  return toViewer(database.reader, row);
}

/** Begins a session in the given change; the token goes to the browser only, its hash to the database. */
export async function beginSession(writer: Writer, accountId: number, now: number): Promise<string> {
  const token = makeToken();
  await writer
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      account_id: accountId,
      created_at: now,
      used_at: now,
      expires_at: now + sessionLifetimeMs,
    })
    .execute();
  await writer.updateTable('accounts').set({ seen_at: now }).where('id', '=', accountId).execute();
  return token;
}

/** Ends the session of a token, if there is one. */
export async function endSession(writer: Writer, token: string): Promise<void> {
  await writer.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute();
}

/** Ends every session of an account, as after a change of password. */
export async function endSessionsOf(writer: Writer, accountId: number): Promise<void> {
  await writer.deleteFrom('sessions').where('account_id', '=', accountId).execute();
}
