import { batchKey } from '#contract/limits';
import type { Reader, Writer } from '../platform/database/database.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';

/** A student as other capabilities work with them. */
export type StudentRow = { accountId: number; email: string; name: string; batchId: number | null };

export const studentByEmail = compiledQuery((db, p: { email: string }) =>
  db
    .selectFrom('accounts')
    .where('email', '=', p.email)
    .where('role', '=', 'student')
    .select(['id as accountId', 'email', 'name', 'batch_id as batchId']),
);

export async function accountByEmail(database: Reader | Writer, email: string) {
  return database.selectFrom('accounts').where('email', '=', email).selectAll().executeTakeFirst();
}

/**
 * The batch that a typed name means: the open one of that name, without regard to case and spaces, else the
 * catalogue's default; null when there is neither, and the student waits for placement.
 */
export async function batchForSignUp(
  writer: Writer,
  typed: string,
): Promise<{ id: number; name: string } | null> {
  const batches = await writer
    .selectFrom('batches')
    .where('is_open', '=', 1)
    .where((on) => on.or([on('name_key', '=', batchKey(typed)), on('is_default', '=', 1)]))
    .orderBy('is_default')
    .select(['id', 'name', 'name_key'])
    .execute();
  return batches.find((batch) => batch.name_key === batchKey(typed)) ?? batches[0] ?? null;
}
