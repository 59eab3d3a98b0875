import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { addIndexes, isErasing, isTask, run } from './baseline/statements.ts';

/**
 * The signed record of each confirmed viva, its words with their salts in rows of their own, which an anonymisation
 * removes; and who has given a mark together.
 */
export function addVivaRecords(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('viva_records')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('hour_id', ddl.number, (c) => c.notNull().references('viva_hours.id'))
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('version', 'integer', (c) => c.notNull().check(sql`version > 0`))
        .addColumn('number', 'text', (c) => c.notNull().unique())
        .addColumn('document', 'text', (c) => c.notNull())
        .addColumn('made_at', ddl.number, (c) => c.notNull())
        .addUniqueConstraint('viva_records_versions', ['hour_id', 'version'])
        .execute();
      await db.schema
        .createTable('viva_record_lines')
        .addColumn('record_id', ddl.number, (c) => c.notNull().references('viva_records.id'))
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('place', 'integer', (c) => c.notNull().check(sql`place >= 0`))
        .addColumn('field', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('viva_record_lines_key', ['record_id', 'place'])
        .execute();
      await db.schema
        .createTable('joint_markers')
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('task', 'text', (c) => c.notNull().check(isTask))
        .addColumn('choice', ddl.number, (c) => c.notNull())
        .addColumn('marker_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addPrimaryKeyConstraint('joint_markers_key', ['account_id', 'task', 'choice', 'marker_id'])
        .execute();
      await addIndexes(db, [
        'index viva_records_of_student on viva_records (account_id, id)',
        'index viva_record_lines_of_student on viva_record_lines (account_id)',
      ]);
      await run(db, [
        ...ddl.forbid('viva_records', ['update', 'delete']),
        ...ddl.forbid('viva_record_lines', ['update', 'delete']),
        ...ddl.forbidUnless('viva_record_lines', 'delete', isErasing('old.account_id')),
        ...ddl.forbid('joint_markers', ['update', 'delete']),
      ]);
    },
  };
}
