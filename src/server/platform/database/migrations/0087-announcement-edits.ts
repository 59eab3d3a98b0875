import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** Announcements can be edited, and planned: a row of the second table becomes one of the first. */
export function addAnnouncementEdits(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('announcements')
        .addColumn('edits', 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
      await db.schema
        .createTable('planned_announcements')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('batch_id', ddl.number, (c) => c.notNull().references('batches.id').onDelete('cascade'))
        .addColumn('author_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('text', 'text', (c) => c.notNull())
        .addColumn('publish_at', ddl.number, (c) => c.notNull())
        .addColumn('pinned_until', ddl.number, (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('planned_announcements_of_batch')
        .on('planned_announcements')
        .columns(['batch_id', 'publish_at'])
        .execute();
    },
  };
}
