import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

const isAnswered =
  'case when exists (select 1 from comments where comments.question_id = new.id) then 1 else 0 end';

/**
 * A row for each question that is there, by which it is found. The words are cut by the program; what the database itself sees to
 * is that no row outlives its question and no words their text, whoever writes. From here on questions have their rows; the step
 * `question-words-before` adds those of before, and a job reads their texts.
 */
export function createQuestionWords(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('question_words')
        .addColumn('question_id', ddl.number, (c) => c.primaryKey().references('questions.id'))
        .addColumn('batch_id', ddl.number, (c) => c.notNull())
        .addColumn('is_answered', 'integer', (c) => c.notNull())
        .addColumn('words', 'text')
        .execute();
      await db.schema
        .createTable('common_words')
        .addColumn('batch_id', ddl.number, (c) => c.notNull().references('batches.id').onDelete('cascade'))
        .addColumn('word', sql.raw(`text${ddl.bytewise}`), (c) => c.notNull())
        .addPrimaryKeyConstraint('common_words_key', ['batch_id', 'word'])
        .execute();
      for (const index of [
        'question_words_of_batch on question_words (batch_id, question_id)',
        'question_words_unanswered on question_words (batch_id, question_id) where is_answered = 0',
        'question_words_unread on question_words (question_id) where words is null',
      ])
        await sql.raw(`create index ${index}`).execute(db);
      for (const statement of [
        ...ddl.addTextIndex({
          name: 'question_word_index',
          table: 'question_words',
          key: 'question_id',
          column: 'words',
        }),
        ...ddl.after(
          'questions',
          'insert',
          `insert into question_words (question_id, batch_id, is_answered)
           select new.id, new.batch_id, 0 where new.deleted_at is null`,
          'questions_words_insert',
        ),
        ...ddl.after(
          'questions',
          'update of text, deleted_at',
          `update question_words set words = null
           where question_id = new.id and new.text <> old.text and words is not null;
           delete from question_words where question_id = new.id and new.deleted_at is not null;
           insert into question_words (question_id, batch_id, is_answered)
           select new.id, new.batch_id, ${isAnswered} where new.deleted_at is null and old.deleted_at is not null
           on conflict (question_id) do nothing`,
          'questions_words_update',
        ),
        ...ddl.after(
          'comments',
          'insert',
          'update question_words set is_answered = 1 where question_id = new.question_id and is_answered = 0',
          'comments_words_insert',
        ),
      ])
        await statement.execute(db);
    },
  };
}
