import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** What students were told of their viva: the office plans on without anybody seeing it. */
export function addVivaTimes(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('viva_times')
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('purpose', 'text', (c) => c.notNull().check(sql`purpose in ('viva', 'talk')`))
        .addColumn('batch_id', ddl.number, (c) => c.notNull().references('batches.id'))
        .addColumn('starts_at', ddl.number, (c) => c.notNull())
        .addColumn('minutes', 'integer', (c) => c.notNull())
        .addColumn('room', 'text', (c) => c.notNull())
        .addColumn('link', 'text')
        .addColumn('told', 'integer', (c) => c.notNull().check(sql`told > 0`))
        .addColumn('cancelled_at', ddl.number)
        .addColumn('told_by', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('told_at', ddl.number, (c) => c.notNull())
        .addPrimaryKeyConstraint('viva_times_key', ['account_id', 'purpose'])
        .execute();
      await sql.raw('create index viva_times_of_batch on viva_times (batch_id, account_id)').execute(db);
    },
  };
}
