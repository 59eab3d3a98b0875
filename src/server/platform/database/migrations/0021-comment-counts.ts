import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/**
 * How many comments each question has, kept by the database whoever writes: a page shows a few of them, and counting the
 * others would cost what they are. From here on comments are counted; the step `comment-counts-before` counts what was there.
 */
export function createCommentCounts(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('comment_counts')
        .addColumn('question_id', ddl.number, (c) => c.primaryKey().references('questions.id'))
        .addColumn('comments', 'integer', (c) => c.notNull())
        .execute();
      const count = `insert into comment_counts (question_id, comments) values (new.question_id, 1)
        on conflict (question_id) do update set comments = comment_counts.comments + 1`;
      for (const trigger of ddl.after('comments', 'insert', count, 'comments_count'))
        await trigger.execute(db);
    },
  };
}
