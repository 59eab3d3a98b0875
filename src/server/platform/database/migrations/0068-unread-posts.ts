import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** Counts a change of a discussion, and notes that a question has changed with it, as the step `question-changes` does. */
const count = (batches: string): string =>
  `insert into discussion_versions (batch_id, version) ${batches}
   on conflict (batch_id) do update set version = discussion_versions.version + 1`;
const note = (question: string, asked: string): string =>
  `insert into question_changes (question_id, batch_id, asked_version, version)
   select q.id, q.batch_id, ${asked}, v.version
   from questions q join discussion_versions v on v.batch_id = q.batch_id
   where q.id = ${question}
   on conflict (question_id) do update set version = excluded.version`;

/** Writes down with which version, the one that was just counted, a post has come. */
const post = (question: string, comment: string): string =>
  `insert into post_versions (batch_id, version, question_id, comment_id, author_id)
   select q.batch_id, v.version, q.id, ${comment}, new.author_id
   from questions q join discussion_versions v on v.batch_id = q.batch_id
   where q.id = ${question}`;

/** What stands in a batch's discussion when somebody comes into it counts as read. */
const begin = (account: string, isSo: string, again: string): string =>
  `insert into discussion_reads (account_id, batch_id, version)
   select ${account}, new.batch_id,
     coalesce((select v.version from discussion_versions v where v.batch_id = new.batch_id), 0)
   where new.batch_id is not null and ${isSo}
   on conflict (account_id, batch_id) do ${again}`;
const anew = 'update set version = excluded.version';

/**
 * What each reader has not read yet: with which version of its discussion each post came, from which version on a reader's posts
 * count at all, and up to which a question is read. Only within a batch does the order of versions say what was there before: of
 * two comments that are written at the same time the later one may have the smaller id. Posts of before this step have no row: they
 * are read. The step `unread-posts-before` begins it for those who are there already.
 */
export function createUnreadPosts(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('post_versions')
        .addColumn('batch_id', ddl.number, (c) => c.notNull())
        .addColumn('version', ddl.number, (c) => c.notNull())
        .addColumn('question_id', ddl.number, (c) => c.notNull().references('questions.id'))
        .addColumn('comment_id', ddl.number)
        .addColumn('author_id', ddl.number, (c) => c.notNull())
        .addColumn('is_deleted', 'integer', (c) =>
          c
            .notNull()
            .defaultTo(0)
            .check(sql`is_deleted in (0, 1)`),
        )
        .addPrimaryKeyConstraint('post_versions_key', ['batch_id', 'version'])
        .execute();
      await db.schema
        .createTable('discussion_reads')
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
        .addColumn('batch_id', ddl.number, (c) => c.notNull().references('batches.id').onDelete('cascade'))
        .addColumn('version', ddl.number, (c) => c.notNull())
        .addPrimaryKeyConstraint('discussion_reads_key', ['account_id', 'batch_id'])
        .execute();
      await db.schema
        .createTable('question_reads')
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
        .addColumn('question_id', ddl.number, (c) => c.notNull().references('questions.id'))
        .addColumn('batch_id', ddl.number, (c) => c.notNull())
        .addColumn('version', ddl.number, (c) => c.notNull())
        .addColumn('is_unread', 'integer', (c) => c.notNull().check(sql`is_unread in (0, 1)`))
        .addColumn('is_muted', 'integer', (c) => c.notNull().check(sql`is_muted in (0, 1)`))
        .addPrimaryKeyConstraint('question_reads_key', ['account_id', 'question_id'])
        .execute();
      for (const index of [
        'post_versions_of_question on post_versions (question_id, version)',
        'question_reads_unread on question_reads (account_id, batch_id, question_id) where is_unread = 1',
        'question_reads_muted on question_reads (account_id, batch_id, question_id) where is_muted = 1',
        'question_reads_muting on question_reads (question_id, account_id) where is_muted = 1',
      ])
        await sql.raw(`create index ${index}`).execute(db);
      for (const statement of [
        ...ddl.replaceAfter(
          'questions',
          'insert',
          `${count('values (new.batch_id, 1)')}; ${note('new.id', 'v.version')}; ${post('new.id', 'null')}`,
          'questions_after_insert',
        ),
        ...ddl.replaceAfter(
          'comments',
          'insert',
          `${count('select batch_id, 1 from questions where id = new.question_id')};
           ${note('new.question_id', '0')}; ${post('new.question_id', 'new.id')}`,
          'comments_after_insert',
        ),
        // A comment that is brought back is unread for those for whom it was. Of a question nothing is listed once it is deleted.
        ...ddl.after(
          'comments',
          'update of deleted_at',
          `update post_versions set is_deleted = case when new.deleted_at is null then 0 else 1 end
           where question_id = new.question_id and comment_id = new.id`,
          'comments_unread_deleted',
        ),
        ...ddl.after('accounts', 'insert', begin('new.id', 'true', anew), 'accounts_reads_insert'),
        ...ddl.after(
          'accounts',
          'update of batch_id',
          begin('new.id', 'new.batch_id is distinct from old.batch_id', anew),
          'accounts_reads_update',
        ),
        // Whoever changes a batch may write all of its mentors anew.
        ...ddl.after(
          'batch_mentors',
          'insert',
          begin('new.account_id', 'new.account_id is not null', 'nothing'),
          'batch_mentors_reads_insert',
        ),
        ...ddl.after(
          'batch_mentors',
          'update of account_id',
          begin('new.account_id', 'new.account_id is not null', 'nothing'),
          'batch_mentors_reads_update',
        ),
      ])
        await statement.execute(db);
    },
  };
}
