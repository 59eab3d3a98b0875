import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** Whose account at an identity provider opens which account here, and the logins there that are used up. */
export function addExternalIdentities(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('external_identities')
        .addColumn('issuer', 'text', (c) => c.notNull())
        .addColumn('subject', 'text', (c) => c.notNull())
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('linked_at', ddl.number, (c) => c.notNull())
        .addPrimaryKeyConstraint('external_identities_key', ['issuer', 'subject'])
        // An address that the provider gives to somebody else does not open the account of whoever had it before.
        .addUniqueConstraint('external_identities_of_account', ['account_id', 'issuer'])
        .execute();
      await db.schema
        .createTable('used_login_states')
        .addColumn('token_hash', 'text', (c) => c.primaryKey())
        .addColumn('expires_at', ddl.number, (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('used_login_states_by_expiry')
        .on('used_login_states')
        .column('expires_at')
        .execute();
    },
  };
}
