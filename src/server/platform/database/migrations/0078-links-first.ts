import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** Mails with links are sent before all others. */
export function indexLinks(ddl: EngineDdl): SchemaStep {
  return {
    outsideTransaction: true,
    async up(db: Kysely<unknown>) {
      const on = 'due_at) where (is_secret = 1 and sent_at is null and refused_at is null';
      for (const statement of ddl.addIndex('outbox_links', 'outbox', on)) await statement.execute(db);
    },
  };
}
