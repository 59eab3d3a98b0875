import type { Kysely } from 'kysely';
import type { SchemaStep } from '../schema-step.ts';

/** How often an announcement was edited; each edit notifies its readers once. */
export function addAnnouncementEdits(): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('announcements')
        .addColumn('edits', 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
    },
  };
}
