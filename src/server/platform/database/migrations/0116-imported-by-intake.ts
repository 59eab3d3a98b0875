import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { run } from './baseline/statements.ts';

/** Whom a spreadsheet brought. */
export function indexImportedByIntake(ddl: EngineDdl): SchemaStep {
  return {
    outsideTransaction: true,
    up: (db: Kysely<unknown>) =>
      run(
        db,
        ddl.addIndex(
          'imported_people_of_intake',
          'imported_people',
          'intake_id) where (intake_id is not null',
        ),
      ),
  };
}
