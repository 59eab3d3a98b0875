import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/**
 * A sheet of printed invitations can be made again, and says until then that it was not printed. What the office
 * corrected of a student who has signed up is no person to invite.
 */
export function addPrintedSheets(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('printed_sheets')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('made_by', ddl.number, (c) => c.references('accounts.id'))
        .addColumn('made_at', ddl.number, (c) => c.notNull())
        .addColumn('printed_at', ddl.number)
        .execute();
      await db.schema
        .createIndex('printed_sheets_waiting')
        .on('printed_sheets')
        .column('id')
        .where(sql.ref('printed_at'), 'is', null)
        .execute();
      await db.schema
        .createTable('sheet_invitations')
        .addColumn('invitation_id', ddl.number, (c) =>
          c.primaryKey().references('invitations.id').onDelete('cascade'),
        )
        .addColumn('sheet_id', ddl.number, (c) => c.notNull().references('printed_sheets.id'))
        .execute();
      await db.schema
        .createIndex('sheet_invitations_of_sheet')
        .on('sheet_invitations')
        .column('sheet_id')
        .execute();
      await db.schema
        .alterTable('imported_people')
        .addColumn('is_correction', 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
    },
  };
}
