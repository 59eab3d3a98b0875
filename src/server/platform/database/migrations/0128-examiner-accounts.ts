import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** Who was invited to examine and for nothing else. Their accounts are mentors without a batch. */
export function addExaminerAccounts(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('examiner_accounts')
        .addColumn('account_id', ddl.number, (c) => c.primaryKey().references('accounts.id'))
        .addColumn('invited_by', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('invited_at', ddl.number, (c) => c.notNull())
        .addColumn('removed_by', ddl.number, (c) => c.references('accounts.id'))
        .addColumn('removed_at', ddl.number)
        .execute();
    },
  };
}
