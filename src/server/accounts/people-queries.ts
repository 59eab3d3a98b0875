import { expressionBuilder, sql } from 'kysely';
import type { Reader } from '../platform/database/database.ts';
import type { Flag, Tables } from '../platform/database/schema.ts';

const tables = expressionBuilder<Tables>();

/** For joins by the office's lists. */
export const peopleAs = <Alias extends string>(alias: Alias) =>
  tables
    .selectFrom('accounts')
    .select(['id', 'email', 'name', 'role', 'phone', 'batch_id', 'typed_batch', 'exit_score', 'grade'])
    .select(['confirmed_at', 'suspended_at', 'suspension_reason', 'anonymised_at', 'created_at', 'seen_at'])
    .select(['former_emails', 'has_second_factor', 'preferred_project'])
    .select(sql<Flag>`case when password_hash is null then 0 else 1 end`.as('has_password'))
    .as(alias);

export const importedPeopleAs = <Alias extends string>(alias: Alias) =>
  tables
    .selectFrom('imported_people')
    .select(['email', 'batch_id', 'exit_score', 'grade', 'name', 'phone'])
    .as(alias);

export async function hasImportedPeople(database: Reader): Promise<boolean> {
  const row = await database.selectFrom('imported_people').select('email').limit(1).executeTakeFirst();
  return row !== undefined;
}

export const deletionRequestsAs = <Alias extends string>(alias: Alias) =>
  tables.selectFrom('deletion_requests').select(['account_id', 'asked_at']).as(alias);

export async function accountsWithSessions(
  database: Reader,
  accountIds: readonly number[],
  now: number,
): Promise<Set<number>> {
  const rows = await database
    .selectFrom('sessions')
    .where('account_id', 'in', accountIds)
    .where('expires_at', '>', now)
    .select('account_id')
    .distinct()
    .execute();
  return new Set(rows.map(({ account_id }) => account_id));
}
