import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { run } from './baseline/statements.ts';

/** Few marks without a file wait for their release, among those of all batches. */
export function indexUnreleasedRecords(ddl: EngineDdl): SchemaStep {
  return {
    outsideTransaction: true,
    up: (db: Kysely<unknown>) =>
      run(db, ddl.addIndex('recorded_marks_unreleased', 'recorded_marks', 'released, id')),
  };
}
