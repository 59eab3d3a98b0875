import { expressionBuilder } from 'kysely';
import type { Reader, Writer } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/schema.ts';

/** For joins in later rooms; `removed_at` null: examines. */
export const examinersAs = <Alias extends string>(alias: Alias) =>
  expressionBuilder<Tables>()
    .selectFrom('examiner_accounts')
    .select(['account_id', 'invited_at', 'removed_at'])
    .as(alias);

/** Undefined for other staff. */
export const examinerById = (database: Reader | Writer, accountId: number) =>
  database
    .selectFrom('examiner_accounts')
    .where('account_id', '=', accountId)
    .select(['invited_at as invitedAt', 'removed_at as removedAt'])
    .executeTakeFirst();

type By = { by: number; at: number };

/** For the first time, or once more after a removal. */
export async function addExaminer(writer: Writer, accountId: number, { by, at }: By): Promise<void> {
  const row = { invited_by: by, invited_at: at, removed_by: null, removed_at: null };
  await writer
    .insertInto('examiner_accounts')
    .values({ account_id: accountId, ...row })
    .onConflict((on) => on.column('account_id').doUpdateSet(row))
    .execute();
}

/** The row stays: without it the account would be a mentor's. */
export async function removeExaminer(writer: Writer, accountId: number, { by, at }: By): Promise<void> {
  await writer
    .updateTable('examiner_accounts')
    .set({ removed_by: by, removed_at: at })
    .where('account_id', '=', accountId)
    .execute();
}

/** The account becomes a mentor's or an administrator's. */
export async function forgetExaminer(writer: Writer, accountId: number): Promise<void> {
  await writer.deleteFrom('examiner_accounts').where('account_id', '=', accountId).execute();
}
