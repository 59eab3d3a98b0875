import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** `schedule`: what the calendar's programs read last, to count its changes. */
export function addCalendars(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('calendars')
        .addColumn('account_id', ddl.number, (c) =>
          c.primaryKey().references('accounts.id').onDelete('cascade'),
        )
        .addColumn('secret', 'text', (c) => c.notNull().unique())
        .addColumn('schedule', 'text', (c) => c.notNull())
        .addColumn('sequence', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('changed_at', ddl.number, (c) => c.notNull())
        .execute();
    },
  };
}
