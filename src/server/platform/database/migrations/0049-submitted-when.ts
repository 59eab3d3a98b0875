import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** What a student has handed in since an instant: without it PostgreSQL looks along what everybody has handed in. */
export function addSubmittedWhen(ddl: EngineDdl): SchemaStep {
  return {
    outsideTransaction: true,
    async up(db: Kysely<unknown>) {
      for (const statement of ddl.addIndex('submissions_when', 'submissions', 'account_id, submitted_at'))
        await statement.execute(db);
    },
  };
}
