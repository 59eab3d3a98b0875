import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** How long personal data is kept after a batch, whose is removed next, and holds. Version 1.0.0 removes nothing. */
export function addRetention(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('retention')
        .addColumn('id', ddl.number, (c) => c.primaryKey().check(sql`id = 1`))
        .addColumn('years', ddl.number, (c) => c.check(sql`years between 1 and 20`))
        .addColumn('observed_ms', ddl.number, (c) => c.notNull())
        .addColumn('looked_at', ddl.number)
        .addColumn('planned_at', ddl.number)
        .execute();
      await db.schema
        .createTable('retention_plans')
        .addColumn('account_id', ddl.number, (c) => c.primaryKey().references('accounts.id'))
        .addColumn('years', ddl.number, (c) => c.notNull())
        .addColumn('batch_id', ddl.number, (c) => c.notNull())
        .addColumn('ended_at', ddl.number, (c) => c.notNull())
        .addColumn('office_at', ddl.number, (c) => c.notNull())
        .addColumn('office_observed_ms', ddl.number, (c) => c.notNull())
        .addColumn('person_at', ddl.number)
        .addColumn('person_observed_ms', ddl.number)
        .addCheckConstraint('retention_plans_whole', sql`(person_at is null) = (person_observed_ms is null)`)
        .execute();
      await db.schema
        .createTable('retention_holds')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('account_id', ddl.number, (c) => c.unique().references('accounts.id'))
        .addColumn('batch_id', ddl.number, (c) => c.unique().references('batches.id'))
        .addColumn('reason', 'text', (c) => c.notNull())
        .addColumn('set_by', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('set_at', ddl.number, (c) => c.notNull())
        .addCheckConstraint('retention_holds_of_one', sql`(account_id is null) <> (batch_id is null)`)
        .execute();
    },
  };
}
