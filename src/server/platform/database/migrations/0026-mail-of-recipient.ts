import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** Counts what went to an address within a day. */
export function indexMailOfRecipient(ddl: EngineDdl): SchemaStep {
  return {
    outsideTransaction: true,
    async up(db: Kysely<unknown>) {
      for (const statement of ddl.addIndex('outbox_of_recipient', 'outbox', 'recipient, created_at')) {
        await statement.execute(db);
      }
    },
  };
}
