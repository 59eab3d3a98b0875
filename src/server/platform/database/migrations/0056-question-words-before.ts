import { sql, type Kysely } from 'kysely';
import type { SchemaStep } from '../schema-step.ts';

/** Adds the rows of questions that were there before, without words: a job reads their texts, some at a time. */
export function addQuestionWordsOfBefore(): SchemaStep {
  return {
    allow: {
      'rows-of-a-table-in-use':
        'It only reads the questions and which are answered, and writes a short row for each, which nobody reads yet.',
    },
    async up(db: Kysely<unknown>) {
      await sql`insert into question_words (question_id, batch_id, is_answered)
        select q.id, q.batch_id, case when c.question_id is null then 0 else 1 end
        from questions q left join comment_counts c on c.question_id = q.id
        where q.deleted_at is null
        on conflict (question_id) do nothing`.execute(db);
    },
  };
}
