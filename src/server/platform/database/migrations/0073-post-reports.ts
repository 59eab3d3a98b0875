import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** What members of a batch have reported to its mentors: each post once a person; open until a mentor has settled it. */
export function createPostReports(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('post_reports')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('batch_id', ddl.number, (c) => c.notNull().references('batches.id'))
        .addColumn('question_id', ddl.number, (c) => c.notNull().references('questions.id'))
        .addColumn('comment_id', ddl.number, (c) => c.references('comments.id'))
        .addColumn('post', 'text', (c) => c.notNull())
        .addColumn('reporter_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('reason', 'text')
        .addColumn('reported_at', ddl.number, (c) => c.notNull())
        .addColumn('settled_at', ddl.number)
        .addUniqueConstraint('post_reports_once', ['reporter_id', 'post'])
        .execute();
      await sql`create index post_reports_open on post_reports (batch_id, id) where settled_at is null`.execute(
        db,
      );
      await db.schema
        .createIndex('post_reports_of_question')
        .on('post_reports')
        .columns(['question_id', 'post'])
        .execute();
    },
  };
}
