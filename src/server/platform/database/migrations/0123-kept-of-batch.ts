import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { run } from './baseline/statements.ts';

/** Old batches have many anonymised accounts: the daily look at who is left skips them. */
export function indexKeptOfBatch(ddl: EngineDdl): SchemaStep {
  return {
    outsideTransaction: true,
    up: (db: Kysely<unknown>) =>
      run(
        db,
        ddl.addIndex('accounts_kept_of_batch', 'accounts', 'batch_id, id) where (anonymised_at is null'),
      ),
  };
}
