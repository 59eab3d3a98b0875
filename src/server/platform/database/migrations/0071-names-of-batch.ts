import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** People of a batch by the beginnings of their names, whether A to Z are typed small or not. */
export function addNamesOfBatch(ddl: EngineDdl): SchemaStep {
  return {
    outsideTransaction: true,
    async up(db: Kysely<unknown>) {
      for (const statement of ddl.addIndex(
        'accounts_of_batch_by_name',
        'accounts',
        `batch_id, lower(name${ddl.bytewise})`,
      ))
        await statement.execute(db);
    },
  };
}
