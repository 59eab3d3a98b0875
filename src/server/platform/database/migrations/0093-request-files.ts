import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/**
 * An extension request's file: `file` is how the attachment is shown, and an attachment that is
 * `for_request` has the request's readers.
 */
export function addRequestFiles(_ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('extension_requests').addColumn('file', 'text').execute();
      await db.schema
        .alterTable('attachments')
        .addColumn('for_request', 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
    },
  };
}
