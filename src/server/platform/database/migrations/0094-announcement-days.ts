import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** The day that an announcement is about, for calendars. */
export function addAnnouncementDays(_ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      for (const table of ['announcements', 'planned_announcements'])
        await db.schema.alterTable(table).addColumn('day', 'text').execute();
    },
  };
}
