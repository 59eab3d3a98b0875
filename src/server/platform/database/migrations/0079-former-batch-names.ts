import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** Names that batches had: addresses with them stand in mails, notices and bookmarks. */
export function createFormerBatchNames(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('former_batch_names')
        .addColumn('name_key', 'text', (c) => c.primaryKey())
        .addColumn('batch_id', ddl.number, (c) => c.notNull().references('batches.id').onDelete('cascade'))
        .execute();
      await db.schema
        .createIndex('former_batch_names_of_batch')
        .on('former_batch_names')
        .column('batch_id')
        .execute();
    },
  };
}
