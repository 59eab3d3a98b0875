import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { EngineDdl } from '../engine.ts';

/**
 * Mail on its way: written in the change that it tells of, sent when the mail server takes it. One row an event, for
 * ever, so that no event is told twice.
 */
export function createOutbox(ddl: EngineDdl): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('outbox')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('event', 'text', (c) => c.notNull().unique())
        .addColumn('recipient', 'text', (c) => c.notNull())
        .addColumn('subject', 'text', (c) => c.notNull())
        .addColumn('text', 'text', (c) => c.notNull())
        .addColumn('html', 'text', (c) => c.notNull())
        .addColumn('is_secret', 'integer', (c) => c.notNull().check(sql`is_secret in (0, 1)`))
        .addColumn('created_at', ddl.number, (c) => c.notNull())
        .addColumn('due_at', ddl.number, (c) => c.notNull())
        .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('sent_at', ddl.number)
        .addColumn('refused_at', ddl.number)
        .addColumn('last_error', 'text')
        .execute();
      await sql`create index outbox_due on outbox (due_at) where sent_at is null and refused_at is null`.execute(
        db,
      );
      for (const trigger of ddl.forbid('outbox', ['delete'])) await trigger.execute(db);
    },
  };
}
