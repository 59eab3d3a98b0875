import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { addIndexes } from './baseline/statements.ts';

/** The day that an announcement is about, for calendars. */
export function addAnnouncementDays(_ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      for (const table of ['announcements', 'planned_announcements'])
        await db.schema.alterTable(table).addColumn('day', 'text').execute();
      await addIndexes(db, [
        'index announcements_with_day on announcements (batch_id, id) where (day is not null and withdrawn_at is null)',
      ]);
    },
  };
}
