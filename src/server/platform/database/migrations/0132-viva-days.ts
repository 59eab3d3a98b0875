import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { addIndexes } from './baseline/statements.ts';

/** The day itself: how late a room runs, and what became of each viva. */
export function addVivaDays(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('viva_delays')
        .addColumn('room_key', 'text', (c) => c.notNull())
        .addColumn('day', 'text', (c) => c.notNull())
        .addColumn('minutes', 'integer', (c) => c.notNull().check(sql`minutes >= 0`))
        .addColumn('said_by', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('said_at', ddl.number, (c) => c.notNull())
        .addPrimaryKeyConstraint('viva_delays_key', ['room_key', 'day'])
        .execute();
      await db.schema
        .createTable('viva_attendance')
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('starts_at', ddl.number, (c) => c.notNull())
        .addColumn('batch_id', ddl.number, (c) => c.notNull().references('batches.id'))
        .addColumn('state', 'text', (c) =>
          c.notNull().check(sql`state in ('came', 'absent', 'excused', 'broken_off')`),
        )
        .addColumn('reason', 'text', (c) => c.notNull())
        .addColumn('broken_from', ddl.number)
        .addColumn('broken_to', ddl.number)
        .addColumn('mark_recorded_at', ddl.number)
        .addColumn('recorded_by', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('recorded_at', ddl.number, (c) => c.notNull())
        .addPrimaryKeyConstraint('viva_attendance_key', ['account_id', 'starts_at'])
        .execute();
      await addIndexes(db, ['index viva_attendance_of_batch on viva_attendance (batch_id, starts_at)']);
    },
  };
}
