import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** What mentors announce to a batch, and who has seen it; a batch's row says until when there is something to show. */
export function createAnnouncements(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('announcements')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('batch_id', ddl.number, (c) => c.notNull().references('batches.id'))
        .addColumn('author_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('text', 'text', (c) => c.notNull())
        .addColumn('created_at', ddl.number, (c) => c.notNull())
        .addColumn('pinned_until', ddl.number, (c) => c.notNull())
        .addColumn('withdrawn_at', ddl.number)
        .addColumn('told', 'integer', (c) => c.notNull())
        .addColumn('seen_by', 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
      await sql`create index announcements_pinned on announcements (batch_id, pinned_until) where withdrawn_at is null`.execute(
        db,
      );
      await db.schema
        .createTable('announcement_views')
        .addColumn('announcement_id', ddl.number, (c) => c.notNull().references('announcements.id'))
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
        .addPrimaryKeyConstraint('announcement_views_pkey', ['announcement_id', 'account_id'])
        .execute();
      await db.schema.alterTable('batches').addColumn('announced_until', ddl.number).execute();
      for (const trigger of [
        ...ddl.forbid('announcements', ['delete']),
        ...ddl.after(
          'announcement_views',
          'insert',
          'update announcements set seen_by = seen_by + 1 where id = new.announcement_id',
        ),
      ])
        await trigger.execute(db);
    },
  };
}
