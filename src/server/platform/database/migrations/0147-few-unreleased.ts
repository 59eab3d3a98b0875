import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { run } from './baseline/statements.ts';

/**
 * The index of unreleased records holds no others: SQLite read every released record of the academy through it to find one
 * student's. Attendance of a day is found by its time.
 */
export function indexFewUnreleased(ddl: EngineDdl): SchemaStep {
  return {
    outsideTransaction: true,
    up: (db: Kysely<unknown>) =>
      run(db, [
        ...ddl.addIndex('recorded_marks_unreleased', 'recorded_marks', `id) where (released = 0`),
        ...ddl.addIndex('viva_attendance_by_time', 'viva_attendance', 'starts_at'),
      ]),
  };
}
