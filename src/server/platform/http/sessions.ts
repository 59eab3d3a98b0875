import { hash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Role } from '#contract/accounts';
import type { AppContext } from '../context.ts';
import type { Database, Writer } from '../database/database.ts';
import { compiledQuery } from '../database/compiled-query.ts';
import type { Settings } from '../settings.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** A session ends this long after login, and earlier when it is not used for `idleMs`. */
const lifeMs = 60 * day;
const idleMs = 14 * day;
/** How often "last used" is written at most. */
const touchMs = 5 * minute;

/** Whoever is signed in, as the server knows them. */
export type Viewer = {
  accountId: number;
  email: string;
  name: string;
  role: Role;
  /** A student's batch; null while waiting for placement, and for staff. */
  batch: { id: number; name: string } | null;
  course: { id: number; name: string } | null;
  /** A staff member's batches: a mentor's own, every one for an administrator. */
  batches: { id: number; name: string }[];
};

function hashOf(token: string): string {
  return hash('sha256', token);
}

export const viewerOfToken = compiledQuery((db, p: { tokenHash: string; now: number; idleSince: number }) =>
  db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .leftJoin('batches', 'batches.id', 'accounts.batch_id')
    .leftJoin('courses', 'courses.id', 'batches.course_id')
    .where('sessions.token_hash', '=', p.tokenHash)
    .where('sessions.expires_at', '>', p.now)
    .where('sessions.used_at', '>', p.idleSince)
    .select([
      'accounts.id as accountId',
      'accounts.email',
      'accounts.name',
      'accounts.role',
      'sessions.used_at as usedAt',
      'batches.id as batchId',
      'batches.name as batchName',
      'courses.id as courseId',
      'courses.name as courseName',
    ]),
);

export const batchesOfMentor = compiledQuery((db, p: { accountId: number }) =>
  db
    .selectFrom('batch_mentors')
    .innerJoin('batches', 'batches.id', 'batch_mentors.batch_id')
    .where('batch_mentors.account_id', '=', p.accountId)
    .orderBy('batches.starts_at', 'desc')
    .orderBy('batches.id')
    .select(['batches.id', 'batches.name']),
);

export const everyBatch = compiledQuery((db) =>
  db.selectFrom('batches').orderBy('starts_at', 'desc').orderBy('id').select(['id', 'name']),
);

/** The batches of a staff member, newest first; none for a student. */
export async function batchesOfStaff(
  database: Database,
  account: { accountId: number; role: Role },
): Promise<{ id: number; name: string }[]> {
  if (account.role === 'student') return [];
  if (account.role === 'administrator') return everyBatch(database.reader, {});
  return batchesOfMentor(database.reader, { accountId: account.accountId });
}

export function sessionCookieName(settings: Settings): string {
  return settings.publicUrl?.protocol === 'https:' ? '__Host-capstone' : 'capstone';
}

function tokenOf(request: FastifyRequest, settings: Settings): string | undefined {
  return request.cookies[sessionCookieName(settings)];
}

/** Who sends a request; null for nobody. Looks the session up in the database: ended means ended, at once. */
export async function findViewer(request: FastifyRequest, context: AppContext): Promise<Viewer | null> {
  const token = tokenOf(request, context.settings);
  if (token === undefined || token === '') return null;
  const now = context.clock.now();
  const tokenHash = hashOf(token);
  const [row] = await viewerOfToken(context.database.reader, { tokenHash, now, idleSince: now - idleMs });
  if (row === undefined) return null;
  if (now - row.usedAt >= touchMs) await touchSession(context.database, tokenHash, row.accountId, now);
  return {
    accountId: row.accountId,
    email: row.email,
    name: row.name,
    role: row.role,
    batch: row.batchId === null || row.batchName === null ? null : { id: row.batchId, name: row.batchName },
    course:
      row.courseId === null || row.courseName === null ? null : { id: row.courseId, name: row.courseName },
    batches: await batchesOfStaff(context.database, row),
  };
}

async function touchSession(
  database: Database,
  tokenHash: string,
  accountId: number,
  now: number,
): Promise<void> {
  await database.transaction(async (writer) => {
    await writer.updateTable('sessions').set({ used_at: now }).where('token_hash', '=', tokenHash).execute();
    await writer.updateTable('accounts').set({ seen_at: now }).where('id', '=', accountId).execute();
  });
}

/** Begins a session in the given change; the token goes to the browser only, its hash to the database. */
export async function beginSession(writer: Writer, accountId: number, now: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await writer
    .insertInto('sessions')
    .values({
      token_hash: hashOf(token),
      account_id: accountId,
      created_at: now,
      used_at: now,
      expires_at: now + lifeMs,
    })
    .execute();
  await writer.updateTable('accounts').set({ seen_at: now }).where('id', '=', accountId).execute();
  // Sessions that ended by themselves leave when somebody signs in: no job has to run for it.
  await writer.deleteFrom('sessions').where('expires_at', '<', now).execute();
  return token;
}

/** Ends the session that a request carries, if any. */
export async function endSession(writer: Writer, request: FastifyRequest, settings: Settings): Promise<void> {
  const token = tokenOf(request, settings);
  if (token !== undefined)
    await writer.deleteFrom('sessions').where('token_hash', '=', hashOf(token)).execute();
}

/** Ends every session of an account, as after a change of password. */
export async function endSessionsOf(writer: Writer, accountId: number): Promise<void> {
  await writer.deleteFrom('sessions').where('account_id', '=', accountId).execute();
}

function cookieOptions(settings: Settings) {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: settings.publicUrl?.protocol === 'https:',
  } as const;
}

export function setSessionCookie(reply: FastifyReply, settings: Settings, token: string): void {
  reply.setCookie(sessionCookieName(settings), token, { ...cookieOptions(settings), maxAge: lifeMs / 1000 });
}

export function clearSessionCookie(reply: FastifyReply, settings: Settings): void {
  reply.clearCookie(sessionCookieName(settings), cookieOptions(settings));
}
