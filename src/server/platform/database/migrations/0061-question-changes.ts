import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** Counts a change of a discussion, for each row of a select of a batch's id and 1. */
const count = (batches: string): string =>
  `insert into discussion_versions (batch_id, version) ${batches}
   on conflict (batch_id) do update set version = discussion_versions.version + 1`;

/** Notes that a question has changed with the version that was just counted. */
const note = (question: string, isSo: string, asked = '0'): string =>
  `insert into question_changes (question_id, batch_id, asked_version, version)
   select q.id, q.batch_id, ${asked}, v.version
   from questions q join discussion_versions v on v.batch_id = q.batch_id
   where q.id = ${question} and ${isSo}
   on conflict (question_id) do update set version = excluded.version`;

const isChanged = `(new.text <> old.text or new.edited_at is distinct from old.edited_at
  or new.deleted_at is distinct from old.deleted_at)`;

/**
 * With which version of its discussion each question changed last, and with which it was asked: whoever has seen a version
 * can be told what has changed since, from whichever process, without a log that would have to be cut. Questions that have not
 * changed since this step have no row. It is written where the version is counted: in the triggers of the step
 * `standard-names`, which do both from here on.
 */
export function createQuestionChanges(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('question_changes')
        .addColumn('question_id', ddl.number, (c) => c.primaryKey().references('questions.id'))
        .addColumn('batch_id', ddl.number, (c) => c.notNull())
        .addColumn('asked_version', ddl.number, (c) => c.notNull())
        .addColumn('version', ddl.number, (c) => c.notNull())
        .execute();
      await sql`create index question_changes_newest on question_changes (batch_id, version)`.execute(db);
      const ofComment = `${count('select batch_id, 1 from questions where id = new.question_id')};
        ${note('new.question_id', 'true')}`;
      for (const statement of [
        ...ddl.replaceAfter(
          'questions',
          'insert',
          `${count('values (new.batch_id, 1)')}; ${note('new.id', 'true', 'v.version')}`,
          'questions_after_insert',
        ),
        // Views do not count, or reading a discussion would invalidate its cache; nor does a row that is only locked.
        ...ddl.replaceAfter(
          'questions',
          'update',
          `${count(`select new.batch_id, 1 where ${isChanged}`)}; ${note('new.id', isChanged)}`,
          'questions_after_update',
        ),
        ...ddl.replaceAfter('comments', 'insert', ofComment, 'comments_after_insert'),
        ...ddl.replaceAfter('comments', 'update', ofComment, 'comments_after_update'),
      ])
        await statement.execute(db);
    },
  };
}
