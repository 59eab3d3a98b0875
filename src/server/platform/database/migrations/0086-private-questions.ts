import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { addIndexes, run } from './baseline/statements.ts';

/**
 * Questions to the mentors, in tables of their own: no statement of the forum can read them. An attachment's
 * `private_to` is the student whose private questions show it.
 */
export function addPrivateQuestions(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('private_questions')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('batch_id', ddl.number, (c) => c.notNull().references('batches.id'))
        .addColumn('author_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('waiting_since', ddl.number)
        .addColumn('taken_by', ddl.number, (c) => c.references('accounts.id'))
        .addColumn('open_asked_by', ddl.number, (c) => c.references('accounts.id'))
        .addColumn('opened_as', ddl.number, (c) => c.references('questions.id'))
        .addColumn('deleted_at', ddl.number)
        .execute();
      await db.schema
        .createTable('private_posts')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('question_id', ddl.number, (c) => c.notNull().references('private_questions.id'))
        .addColumn('author_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('text', 'text', (c) => c.notNull().check(sql`text <> ''`))
        .addColumn('format', 'text')
        .addColumn('html', 'text')
        .addColumn('created_at', ddl.number, (c) => c.notNull())
        .addColumn('edited_at', ddl.number)
        .addColumn('deleted_at', ddl.number)
        .execute();
      await db.schema
        .createTable('private_reads')
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('question_id', ddl.number, (c) => c.notNull().references('private_questions.id'))
        .addColumn('post_id', ddl.number, (c) => c.notNull())
        .addPrimaryKeyConstraint('private_reads_key', ['account_id', 'question_id'])
        .execute();
      await db.schema
        .createTable('private_versions')
        .addColumn('batch_id', ddl.number, (c) => c.notNull().references('batches.id'))
        .addColumn('author_id', ddl.number, (c) => c.notNull())
        .addColumn('version', ddl.number, (c) => c.notNull())
        .addPrimaryKeyConstraint('private_versions_key', ['batch_id', 'author_id'])
        .execute();
      await db.schema.alterTable('attachments').addColumn('private_to', ddl.number).execute();
      await addIndexes(db, [
        'index private_questions_of_batch on private_questions (batch_id, id)',
        'index private_questions_waiting on private_questions (batch_id, waiting_since) where (waiting_since is not null and deleted_at is null)',
        'index private_questions_of_author on private_questions (author_id, batch_id, id)',
        'index private_posts_of_question on private_posts (question_id, id)',
        'index private_posts_of_author on private_posts (author_id, id)',
      ]);
      await run(db, [
        ...ddl.forbid('private_questions', ['delete']),
        ...ddl.forbid('private_posts', ['delete']),
      ]);
    },
  };
}
