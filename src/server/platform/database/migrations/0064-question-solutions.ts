import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** Counts a change of a question's discussion and notes it, as the step `question-changes` does for questions and comments. */
const noteChange = (row: 'new' | 'old'): string =>
  `insert into discussion_versions (batch_id, version) values (${row}.batch_id, 1)
     on conflict (batch_id) do update set version = discussion_versions.version + 1;
   insert into question_changes (question_id, batch_id, asked_version, version)
     select ${row}.question_id, ${row}.batch_id, 0, version from discussion_versions where batch_id = ${row}.batch_id
     on conflict (question_id) do update set version = excluded.version`;

/** Which comment is marked as the answer to a question: at most one, and the question is solved. */
export function createQuestionSolutions(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('question_solutions')
        .addColumn('question_id', ddl.number, (c) => c.primaryKey().references('questions.id'))
        .addColumn('batch_id', ddl.number, (c) => c.notNull())
        .addColumn('comment_id', ddl.number, (c) => c.notNull().references('comments.id'))
        .addColumn('marked_at', ddl.number, (c) => c.notNull())
        .execute();
      await sql`create index question_solutions_of_batch on question_solutions (batch_id, question_id)`.execute(
        db,
      );
      for (const statement of [
        ...ddl.after('question_solutions', 'insert', noteChange('new')),
        ...ddl.after('question_solutions', 'update', noteChange('new')),
        ...ddl.after('question_solutions', 'delete', noteChange('old')),
      ])
        await statement.execute(db);
    },
  };
}
