import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** Finds the mails that were refused for good, without reading all that was ever sent. */
export function indexRefusedMail(ddl: EngineDdl): SchemaStep {
  return {
    outsideTransaction: true,
    async up(db: Kysely<unknown>) {
      for (const statement of ddl.addIndex('outbox_refused', 'outbox', 'id) where (refused_at is not null')) {
        await statement.execute(db);
      }
    },
  };
}
