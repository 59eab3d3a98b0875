import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** People of a batch by the beginnings of their names as they are compared. */
export function addFoldedNamesOfBatch(ddl: EngineDdl): SchemaStep {
  return {
    outsideTransaction: true,
    async up(db: Kysely<unknown>) {
      for (const statement of ddl.addIndex(
        'accounts_of_batch_by_folded_name',
        'accounts',
        `batch_id, lower((case when folded_from = name then folded_name else name end)${ddl.bytewise})`,
      ))
        await statement.execute(db);
    },
  };
}
