import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** Work for later, a row each; mail has rows of its own in the outbox. */
export function createJobs(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('jobs')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('key', 'text')
        .addColumn('payload', 'text', (c) => c.notNull())
        .addColumn('created_at', ddl.number, (c) => c.notNull())
        .addColumn('wanted_at', ddl.number, (c) => c.notNull())
        .addColumn('due_at', ddl.number, (c) => c.notNull())
        .addColumn('is_running', 'integer', (c) =>
          c
            .notNull()
            .defaultTo(0)
            .check(sql`is_running in (0, 1)`),
        )
        .addColumn('wanted_again_at', ddl.number)
        .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('failed_at', ddl.number)
        .addColumn('last_error', 'text')
        .addUniqueConstraint('jobs_once', ['kind', 'key'])
        .execute();
      await sql`create index jobs_due on jobs (due_at) where failed_at is null`.execute(db);
      await sql`create index jobs_failed on jobs (failed_at) where failed_at is not null`.execute(db);
    },
  };
}
