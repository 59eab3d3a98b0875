import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** What proves beside the password that it is an account's holder, and logins that wait for that. */
export function createSecondFactors(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      // Null is what the version before writes.
      await db.schema.alterTable('accounts').addColumn('has_second_factor', ddl.number).execute();
      await db.schema.alterTable('sessions').addColumn('proven_at', ddl.number).execute();
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
        .createIndex('second_factors_of_account')
        .on('second_factors')
        .columns(['account_id', 'id'])
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
      for (const table of ['pending_logins', 'factor_challenges']) {
        await db.schema.createIndex(`${table}_by_expiry`).on(table).column('expires_at').execute();
      }
    },
  };
}
