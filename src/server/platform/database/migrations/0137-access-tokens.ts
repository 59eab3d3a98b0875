import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** Tokens of staff for programs; each opens what its scopes name. */
export function addAccessTokens(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('access_tokens')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('token_hash', 'text', (c) => c.notNull().unique())
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('scopes', 'text', (c) =>
          c.notNull().check(sql`scopes in ('batch:read', 'people:import', 'batch:read people:import')`),
        )
        .addColumn('batch_id', ddl.number, (c) => c.references('batches.id').onDelete('cascade'))
        .addColumn('created_at', ddl.number, (c) => c.notNull())
        .addColumn('expires_at', ddl.number, (c) => c.notNull())
        .addColumn('used_at', ddl.number)
        .addCheckConstraint(
          'access_tokens_batch_to_read',
          sql`batch_id is null or scopes in ('batch:read', 'batch:read people:import')`,
        )
        .execute();
      await db.schema
        .createIndex('access_tokens_of_account')
        .on('access_tokens')
        .columns(['account_id', 'id'])
        .execute();
      await db.schema.createIndex('access_tokens_of_batch').on('access_tokens').column('batch_id').execute();
    },
  };
}
