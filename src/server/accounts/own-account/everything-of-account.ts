import type { Reader } from '../../platform/database/database.ts';
import { personToErase } from '../erase-account.ts';

/**
 * Everything that the accounts' tables know about an account, for its holder's own sight; without what opens it. Instants are
 * milliseconds since 1970 UTC.
 */
export async function everythingOfAccount(database: Reader, accountId: number) {
  const { addresses } = await personToErase(database, accountId);
  const account = await database
    .selectFrom('accounts')
    .where('id', '=', accountId)
    .select(['email', 'name', 'role', 'phone', 'typed_batch', 'exit_score', 'grade'])
    .select(['created_at', 'confirmed_at', 'seen_at'])
    .executeTakeFirstOrThrow();
  return {
    account,
    addresses,
    imported: await database
      .selectFrom('imported_people')
      .where('email', 'in', addresses)
      .select(['email', 'name', 'phone', 'batch_id', 'exit_score', 'grade', 'imported_at'])
      .execute(),
    sessions: await database
      .selectFrom('sessions')
      .where('account_id', '=', accountId)
      .select(['device', 'created_at', 'used_at', 'expires_at'])
      .execute(),
    second_factors: await database
      .selectFrom('second_factors')
      .where('account_id', '=', accountId)
      .select(['kind', 'name', 'added_at', 'used_at'])
      .execute(),
    known_devices: await database
      .selectFrom('known_devices')
      .where('account_id', '=', accountId)
      .select(['made_at', 'expires_at'])
      .execute(),
    identities: await database
      .selectFrom('external_identities')
      .where('account_id', '=', accountId)
      .select(['issuer', 'subject', 'linked_at'])
      .execute(),
    deletion_requests: await database
      .selectFrom('deletion_requests')
      .where('account_id', '=', accountId)
      .select('asked_at')
      .execute(),
  };
}
