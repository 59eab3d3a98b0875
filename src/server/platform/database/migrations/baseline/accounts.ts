import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../../engine.ts';
import { addIndexes } from './statements.ts';

async function createLogins(db: Kysely<unknown>, ddl: EngineDdl): Promise<void> {
  await db.schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
    .addColumn('created_at', ddl.number, (c) => c.notNull())
    .addColumn('used_at', ddl.number, (c) => c.notNull())
    .addColumn('expires_at', ddl.number, (c) => c.notNull())
    .addColumn('device', 'text')
    .addColumn('proven_at', ddl.number)
    .execute();
  await db.schema
    .createTable('one_time_tokens')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('purpose', 'text', (c) => c.notNull().check(sql`purpose in ('setup', 'reset')`))
    .addColumn('account_id', ddl.number, (c) => c.references('accounts.id'))
    .addColumn('created_at', ddl.number, (c) => c.notNull())
    .addColumn('expires_at', ddl.number, (c) => c.notNull())
    .addColumn('used_at', ddl.number)
    .execute();
  await db.schema
    .createTable('email_confirmations')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('created_at', ddl.number, (c) => c.notNull())
    .addColumn('expires_at', ddl.number, (c) => c.notNull())
    .addColumn('used_at', ddl.number)
    .execute();
  await db.schema
    .createTable('known_devices')
    .addColumn('id', ddl.idType, ddl.id)
    .addColumn('token_hash', 'text', (c) => c.notNull())
    .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
    .addColumn('made_at', ddl.number, (c) => c.notNull())
    .addColumn('expires_at', ddl.number, (c) => c.notNull())
    .addUniqueConstraint('known_devices_key', ['token_hash', 'account_id'])
    .execute();
  await db.schema
    .createTable('rate_limit_hits')
    .addColumn('id', ddl.idType, ddl.id)
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('at', ddl.number, (c) => c.notNull())
    .addColumn('source', 'text')
    .execute();
  await db.schema
    .createTable('lifted_limits')
    .addColumn('account_id', ddl.number, (c) => c.primaryKey().references('accounts.id'))
    .addColumn('until_at', ddl.number, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('second_factors')
    .addColumn('id', ddl.idType, ddl.id)
    .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('credential_id', 'text', (c) => c.unique())
    .addColumn('transports', 'text')
    .addColumn('counter', ddl.number, (c) => c.notNull())
    .addColumn('added_at', ddl.number, (c) => c.notNull())
    .addColumn('used_at', ddl.number)
    .execute();
  await db.schema
    .createTable('recovery_codes')
    .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addColumn('used_at', ddl.number)
    .addPrimaryKeyConstraint('recovery_codes_key', ['account_id', 'label'])
    .execute();
  await db.schema
    .createTable('pending_logins')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
    .addColumn('attempts', ddl.number, (c) => c.notNull())
    .addColumn('created_at', ddl.number, (c) => c.notNull())
    .addColumn('expires_at', ddl.number, (c) => c.notNull())
    .addColumn('used_at', ddl.number)
    .execute();
  await db.schema
    .createTable('factor_challenges')
    .addColumn('holder_hash', 'text', (c) => c.notNull())
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('expires_at', ddl.number, (c) => c.notNull())
    .addPrimaryKeyConstraint('factor_challenges_key', ['holder_hash', 'purpose'])
    .execute();
  // One account per issuer: an address given to another person does not open its former holder's account.
  await db.schema
    .createTable('external_identities')
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
    .addColumn('linked_at', ddl.number, (c) => c.notNull())
    .addPrimaryKeyConstraint('external_identities_key', ['issuer', 'subject'])
    .addUniqueConstraint('external_identities_of_account', ['account_id', 'issuer'])
    .execute();
  await db.schema
    .createTable('used_login_states')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('expires_at', ddl.number, (c) => c.notNull())
    .execute();
}

export async function createAccounts(db: Kysely<unknown>, ddl: EngineDdl): Promise<void> {
  await db.schema
    .createTable('accounts')
    .addColumn('id', ddl.idType, ddl.id)
    .addColumn('email', 'text', (c) =>
      c
        .notNull()
        .unique()
        .check(sql`email = lower(email)`),
    )
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull().check(sql`role in ('student', 'mentor', 'administrator')`))
    .addColumn('phone', 'text')
    .addColumn('password_hash', 'text')
    .addColumn('batch_id', ddl.number, (c) => c.references('batches.id'))
    .addColumn('typed_batch', 'text')
    .addColumn('confirmed_at', ddl.number)
    .addColumn('exit_score', ddl.real)
    .addColumn('grade', 'text')
    .addColumn('created_at', ddl.number, (c) => c.notNull())
    .addColumn('seen_at', ddl.number)
    .addColumn('must_confirm', 'integer')
    .addColumn('former_emails', 'text')
    .addColumn('has_second_factor', ddl.number)
    .addColumn('unread_notices', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('suspended_at', ddl.number)
    .addColumn('suspension_reason', 'text')
    .addColumn('anonymised_at', ddl.number)
    .addColumn('folded_name', 'text')
    .addColumn('folded_from', 'text')
    .execute();
  await db.schema
    .createTable('former_emails')
    .addColumn('email', 'text', (c) => c.primaryKey())
    .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
    .addColumn('left_at', ddl.number, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('deletion_requests')
    .addColumn('account_id', ddl.number, (c) => c.primaryKey().references('accounts.id'))
    .addColumn('asked_at', ddl.number, (c) => c.notNull())
    .execute();
  await createLogins(db, ddl);
  const foldedName = '(case when folded_from = name then folded_name else name end)';
  await addIndexes(db, [
    'index accounts_of_batch on accounts (batch_id, id)',
    `index accounts_of_batch_by_name on accounts (batch_id, lower(name${ddl.bytewise}))`,
    `index accounts_of_batch_by_folded_name on accounts (batch_id, lower(${foldedName}${ddl.bytewise}))`,
    'index sessions_of_account on sessions (account_id)',
    'index sessions_by_end on sessions (expires_at)',
    'index one_time_tokens_of_account on one_time_tokens (account_id)',
    'index email_confirmations_of_account on email_confirmations (account_id)',
    'index email_confirmations_by_end on email_confirmations (expires_at)',
    'index former_emails_of_account on former_emails (account_id)',
    'index known_devices_of_account on known_devices (account_id, id)',
    'index known_devices_by_expiry on known_devices (expires_at)',
    'index rate_limit_hits_of_subject on rate_limit_hits (kind, subject, at)',
    'index rate_limit_hits_by_time on rate_limit_hits (at)',
    'index second_factors_of_account on second_factors (account_id, id)',
    'index pending_logins_by_expiry on pending_logins (expires_at)',
    'index factor_challenges_by_expiry on factor_challenges (expires_at)',
    'index used_login_states_by_expiry on used_login_states (expires_at)',
  ]);
}
