import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** What staff write down about a student, for staff alone. */
export function createStaffNotes(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('staff_notes')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
        .addColumn('author_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('text', 'text', (c) => c.notNull())
        .addColumn('created_at', ddl.number, (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('staff_notes_of_student')
        .on('staff_notes')
        .columns(['account_id', 'id'])
        .execute();
    },
  };
}
