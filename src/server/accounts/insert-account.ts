import type { Insertable } from 'kysely';
import { foldedColumns } from '#contract/fold-text';
import { serverMessages } from '../platform/http/server-messages.ts';
import type { Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import type { Tables } from '../platform/database/schema.ts';

/**
 * @returns the account's id
 * @throws 409 for another account's former address; the unique key refuses a current one
 */
export async function insertAccount(
  writer: Writer,
  account: Insertable<Tables['accounts']>,
): Promise<number> {
  const { id } = await writer
    .insertInto('accounts')
    .values({ ...account, ...foldedColumns(account.name) })
    .returning('id')
    .executeTakeFirstOrThrow();
  // After the insert, which waits for a concurrent change of that address.
  const former = await writer
    .selectFrom('former_emails')
    .where('email', '=', account.email)
    .select('email')
    .executeTakeFirst();
  if (former !== undefined) throw httpErrors.conflict(serverMessages.emailTaken);
  return id;
}
