import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { isErasing, run } from './baseline/statements.ts';

/**
 * Sheets as they were signed, each student's line with its salt in a row of its own, which an anonymisation removes; and
 * the headings of their CSV.
 */
export function addSignedSheets(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('signed_sheets')
        .addColumn('freeze_id', ddl.number, (c) => c.primaryKey().references('result_freezes.id'))
        .addColumn('number', 'text', (c) => c.notNull().unique())
        .addColumn('document', 'text', (c) => c.notNull())
        .execute();
      await db.schema
        .createTable('signed_sheet_lines')
        .addColumn('freeze_id', ddl.number, (c) => c.notNull().references('signed_sheets.freeze_id'))
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('place', 'integer', (c) => c.notNull().check(sql`place >= 0`))
        .addColumn('field', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('signed_sheet_lines_key', ['freeze_id', 'account_id'])
        .addUniqueConstraint('signed_sheet_lines_places', ['freeze_id', 'place'])
        .execute();
      await db.schema
        .createIndex('signed_sheet_lines_of_account')
        .on('signed_sheet_lines')
        .column('account_id')
        .execute();
      await db.schema
        .createTable('sheet_headings')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('headings', 'text', (c) => c.notNull())
        .addColumn('made_by', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('made_at', ddl.number, (c) => c.notNull())
        .execute();
      await run(db, [
        ...ddl.forbid('signed_sheets', ['update', 'delete']),
        ...ddl.forbid('signed_sheet_lines', ['update', 'delete']),
        ...ddl.forbidUnless('signed_sheet_lines', 'delete', isErasing('old.account_id')),
        ...ddl.forbid('sheet_headings', ['update', 'delete']),
      ]);
    },
  };
}
