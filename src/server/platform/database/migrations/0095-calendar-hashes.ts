import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { addIndexes } from './baseline/statements.ts';

/** SHA-256 of a calendar's secret, to replace the readable column. SQLite has no function: the portal fills it. */
export function addCalendarHashes(_ddl: EngineDdl): SchemaStep {
  return {
    allow: {
      'index-blocks-writes': 'A row is an account that made a link: a few thousand, indexed in milliseconds.',
    },
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('calendars').addColumn('secret_hash', 'text').execute();
      await addIndexes(db, ['unique index calendars_by_hash on calendars (secret_hash)']);
    },
  };
}
