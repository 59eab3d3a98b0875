import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

const isAnswered = (question: string): string =>
  `case when exists (select 1 from comments
     where comments.question_id = ${question} and comments.deleted_at is null) then 1 else 0 end`;

const isOther = '(new.deleted_at is null) <> (old.deleted_at is null)';

/**
 * Comments can be edited and deleted as questions are, and the texts of before an edit are kept. That a comment has changed is
 * counted and noted already, by the triggers of the step `question-changes`: a deleted one leaves the count of its question, and
 * the question is unanswered once it has no other.
 */
export function addOwnComments(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      for (const column of ['edited_at', 'deleted_at', 'deleted_by', 'deleted_mark_at'])
        await db.schema.alterTable('comments').addColumn(column, ddl.number).execute();
      await db.schema.alterTable('questions').addColumn('deleted_by', ddl.number).execute();
      await db.schema
        .createTable('former_texts')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('question_id', ddl.number, (c) => c.notNull().references('questions.id'))
        .addColumn('comment_id', ddl.number, (c) => c.references('comments.id'))
        .addColumn('author_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('text', 'text', (c) => c.notNull())
        .addColumn('format', 'text')
        .addColumn('written_at', ddl.number, (c) => c.notNull())
        .addColumn('replaced_at', ddl.number, (c) => c.notNull())
        .addColumn('replaced_by', ddl.number, (c) => c.notNull().references('accounts.id'))
        .execute();
      for (const index of [
        'former_texts_of_question on former_texts (question_id, id)',
        'former_texts_of_author on former_texts (author_id, id)',
        'former_texts_of_editor on former_texts (replaced_by, id)',
      ])
        await sql.raw(`create index ${index}`).execute(db);
      for (const statement of [
        ...ddl.after(
          'comments',
          'update of deleted_at',
          `update comment_counts set comments = comments + case when new.deleted_at is null then 1 else -1 end
           where question_id = new.question_id and ${isOther};
           update question_words set is_answered = ${isAnswered('new.question_id')}
           where question_id = new.question_id and ${isOther}`,
          'comments_deleted',
        ),
        ...ddl.replaceAfter(
          'questions',
          'update of text, deleted_at',
          `update question_words set words = null
           where question_id = new.id and new.text <> old.text and words is not null;
           delete from question_words where question_id = new.id and new.deleted_at is not null;
           insert into question_words (question_id, batch_id, is_answered)
           select new.id, new.batch_id, ${isAnswered('new.id')} where new.deleted_at is null and old.deleted_at is not null
           on conflict (question_id) do nothing`,
          'questions_words_update',
        ),
      ])
        await statement.execute(db);
    },
  };
}
