import type { Kysely } from 'kysely';
import type { SchemaStep } from '../schema-step.ts';
import type { EngineDdl } from '../engine.ts';

/** How far an upload has come, where its bytes lie and who is writing, so that any machine takes the next part. */
export function trackUploads(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      // All may be null, for the version before, which writes uploads without them.
      const columns = [
        ['arrived_bytes', ddl.number],
        ['hash_state', 'text'],
        ['sha256', 'text'],
        ['place', 'text'],
        ['lease', 'text'],
        ['lease_wanted', 'integer'],
        ['fence', 'integer'],
      ] as const;
      for (const [name, type] of columns) {
        await db.schema.alterTable('uploads').addColumn(name, type).execute();
      }
    },
  };
}
