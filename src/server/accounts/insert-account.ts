import type { Insertable } from 'kysely';
import type { Writer } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/schema.ts';

/** Adds an account; @returns its id. An address that has one already breaks the unique key. */
export async function insertAccount(
  writer: Writer,
  account: Insertable<Tables['accounts']>,
): Promise<number> {
  const { id } = await writer
    .insertInto('accounts')
    .values(account)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
