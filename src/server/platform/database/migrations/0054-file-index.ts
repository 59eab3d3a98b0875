import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** Who else has handed in the same bytes: whoever removes a person's file asks that first. */
export function indexFiles(ddl: EngineDdl): SchemaStep {
  return {
    outsideTransaction: true,
    async up(db: Kysely<unknown>) {
      const on = 'file_sha256) where (erased_at is null and file_sha256 is not null';
      for (const statement of ddl.addIndex('submissions_of_bytes', 'submissions', on))
        await statement.execute(db);
    },
  };
}
