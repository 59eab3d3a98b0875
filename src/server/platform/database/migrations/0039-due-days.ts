import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/**
 * Due days of a batch, what held when a version was handed in, and more time that students were given. What was granted is
 * never changed or removed: another row takes its place.
 */
export function createDueDays(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      const { schema } = db;
      await schema.alterTable('batches').addColumn('due_days', 'text').execute();
      await schema.alterTable('submissions').addColumn('due_at', ddl.number).execute();
      await schema
        .createTable('extensions')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('task', 'text', (c) =>
          c.notNull().check(sql`task in ('week-1', 'week-2', 'week-3', 'week-4', 'final', 'viva')`),
        )
        .addColumn('due_at', ddl.number, (c) => c.notNull())
        .addColumn('due_before', ddl.number, (c) => c.notNull())
        .addColumn('outage_from', ddl.number)
        .addColumn('outage_to', ddl.number)
        .addColumn('reason', 'text', (c) => c.notNull().check(sql`reason <> ''`))
        .addColumn('granted_by', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('granted_at', ddl.number, (c) => c.notNull())
        .execute();
      await schema
        .createIndex('extensions_of_student')
        .on('extensions')
        .columns(['account_id', 'task', 'id'])
        .execute();
      // The newest extension of each task, so that a student's dates are read with one row.
      await schema
        .createTable('student_extensions')
        .addColumn('account_id', ddl.number, (c) =>
          c.primaryKey().references('accounts.id').onDelete('cascade'),
        )
        .addColumn('newest', 'text', (c) => c.notNull())
        .execute();
      for (const trigger of ddl.forbid('extensions', ['update', 'delete'])) await trigger.execute(db);
    },
  };
}
