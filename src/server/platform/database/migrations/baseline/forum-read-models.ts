import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../../engine.ts';
import { addIndexes, run } from './statements.ts';

/** @param batches a select of a batch's id and 1 */
const count = (batches: string): string =>
  `insert into discussion_versions (batch_id, version) ${batches}
   on conflict (batch_id) do update set version = discussion_versions.version + 1`;

/** Stamps a question with the version just counted. */
const note = (question: string, { asked = '0', when = '' }: { asked?: string; when?: string } = {}): string =>
  `insert into question_changes (question_id, batch_id, asked_version, version)
   select q.id, q.batch_id, ${asked}, v.version
   from questions q join discussion_versions v on v.batch_id = q.batch_id
   where q.id = ${question}${when}
   on conflict (question_id) do update set version = excluded.version`;

/** @param kind leaves out rows that a question does not show */
function countAndNote(row: 'new' | 'old', kind: string | null = null): string {
  const counted =
    kind === null ? `values (${row}.batch_id, 1)` : `select ${row}.batch_id, 1 where ${row}.${kind}`;
  return `${count(counted)};
   insert into question_changes (question_id, batch_id, asked_version, version)
     select ${row}.question_id, ${row}.batch_id, 0, version from discussion_versions
     where batch_id = ${row}.batch_id${kind === null ? '' : ` and ${row}.${kind}`}
     on conflict (question_id) do update set version = excluded.version`;
}

/** Stamps a post with the version just counted. */
const post = (question: string, comment: string): string =>
  `insert into post_versions (batch_id, version, question_id, comment_id, author_id)
   select q.batch_id, v.version, q.id, ${comment}, new.author_id
   from questions q join discussion_versions v on v.batch_id = q.batch_id
   where q.id = ${question}`;

function versionTriggers(ddl: EngineDdl) {
  const isChanged = `(new.text <> old.text or new.edited_at is distinct from old.edited_at
    or new.deleted_at is distinct from old.deleted_at)`;
  const ofComment = count('select batch_id, 1 from questions where id = new.question_id');
  return [
    ...ddl.after(
      'questions',
      'insert',
      `${count('values (new.batch_id, 1)')}; ${note('new.id', { asked: 'v.version' })}; ${post('new.id', 'null')}`,
    ),
    // Views and locks do not count, or reading would invalidate the cache.
    ...ddl.after(
      'questions',
      'update',
      `${count(`select new.batch_id, 1 where ${isChanged}`)}; ${note('new.id', { when: ` and ${isChanged}` })}`,
    ),
    ...ddl.after(
      'comments',
      'insert',
      `${ofComment}; ${note('new.question_id')}; ${post('new.question_id', 'new.id')}`,
    ),
    ...ddl.after('comments', 'update', `${ofComment}; ${note('new.question_id', { when: ' and true' })}`),
    ...ddl.after('question_solutions', 'insert', countAndNote('new')),
    ...ddl.after('question_solutions', 'update', countAndNote('new')),
    ...ddl.after('question_solutions', 'delete', countAndNote('old')),
    ...ddl.after('post_interventions', 'insert', countAndNote('new', "kind <> 'hidden'")),
    ...ddl.after('post_interventions', 'delete', countAndNote('old', "kind <> 'hidden'")),
  ];
}

/** Versions count a batch's changes, so that readers find what changed since theirs without reading posts. */
async function createVersions(db: Kysely<unknown>, ddl: EngineDdl): Promise<void> {
  await db.schema
    .createTable('discussion_versions')
    .addColumn('batch_id', ddl.number, (c) => c.primaryKey().references('batches.id'))
    .addColumn('version', ddl.number, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('question_changes')
    .addColumn('question_id', ddl.number, (c) => c.primaryKey().references('questions.id'))
    .addColumn('batch_id', ddl.number, (c) => c.notNull())
    .addColumn('asked_version', ddl.number, (c) => c.notNull())
    .addColumn('version', ddl.number, (c) => c.notNull())
    .execute();
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
  await addIndexes(db, [
    'index question_changes_newest on question_changes (batch_id, version)',
    'index post_versions_of_question on post_versions (question_id, version)',
  ]);
  await run(db, versionTriggers(ddl));
}

/** Earlier posts count as read. */
const beginReads = (account: string, when: string, again: string): string =>
  `insert into discussion_reads (account_id, batch_id, version)
   select ${account}, new.batch_id,
     coalesce((select v.version from discussion_versions v where v.batch_id = new.batch_id), 0)
   where new.batch_id is not null and ${when}
   on conflict (account_id, batch_id) do ${again}`;

function readTriggers(ddl: EngineDdl) {
  const startAgain = 'update set version = excluded.version';
  // A change of a batch may rewrite all its mentors.
  const ofMentor = beginReads('new.account_id', 'new.account_id is not null', 'nothing');
  return [
    // A restored comment is unread where it was. A deleted question lists nothing.
    ...ddl.after(
      'comments',
      'update of deleted_at',
      `update post_versions set is_deleted = case when new.deleted_at is null then 0 else 1 end
       where question_id = new.question_id and comment_id = new.id`,
      'comments_unread_deleted',
    ),
    ...ddl.after('accounts', 'insert', beginReads('new.id', 'true', startAgain), 'accounts_reads_insert'),
    ...ddl.after(
      'accounts',
      'update of batch_id',
      beginReads('new.id', 'new.batch_id is distinct from old.batch_id', startAgain),
      'accounts_reads_update',
    ),
    ...ddl.after('batch_mentors', 'insert', ofMentor, 'batch_mentors_reads_insert'),
    ...ddl.after('batch_mentors', 'update of account_id', ofMentor, 'batch_mentors_reads_update'),
  ];
}

/** Unread posts by version, not by id: of two comments written at once the later may have the smaller id. */
async function createReads(db: Kysely<unknown>, ddl: EngineDdl): Promise<void> {
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
  // Written often, kept for a minute: hence no foreign key or further index.
  await db.schema
    .createTable('presences')
    .addColumn('batch_id', ddl.number, (c) => c.notNull())
    .addColumn('account_id', ddl.number, (c) => c.notNull())
    .addColumn('online_until', ddl.number, (c) => c.notNull())
    .addPrimaryKeyConstraint('presences_key', ['batch_id', 'account_id'])
    .execute();
  await addIndexes(db, [
    'index question_reads_unread on question_reads (account_id, batch_id, question_id) where is_unread = 1',
    'index question_reads_muted on question_reads (account_id, batch_id, question_id) where is_muted = 1',
    'index question_reads_muting on question_reads (question_id, account_id) where is_muted = 1',
  ]);
  await run(db, readTriggers(ddl));
}

function searchTriggers(ddl: EngineDdl) {
  const isAnswered = (question: string): string =>
    `case when exists (select 1 from comments
       where comments.question_id = ${question} and comments.deleted_at is null) then 1 else 0 end`;
  const isOther = '(new.deleted_at is null) <> (old.deleted_at is null)';
  return [
    ...ddl.after(
      'comments',
      'insert',
      `insert into comment_counts (question_id, comments) values (new.question_id, 1)
       on conflict (question_id) do update set comments = comment_counts.comments + 1`,
      'comments_count',
    ),
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
      'comments',
      'insert',
      'update question_words set is_answered = 1 where question_id = new.question_id and is_answered = 0',
      'comments_words_insert',
    ),
    ...ddl.after(
      'comments',
      'update of deleted_at',
      `update comment_counts set comments = comments + case when new.deleted_at is null then 1 else -1 end
       where question_id = new.question_id and ${isOther};
       update question_words set is_answered = ${isAnswered('new.question_id')}
       where question_id = new.question_id and ${isOther}`,
      'comments_deleted',
    ),
    ...ddl.after(
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
  ];
}

/** A job cuts the words; triggers remove them with the question or its text. */
async function createSearch(db: Kysely<unknown>, ddl: EngineDdl): Promise<void> {
  await db.schema
    .createTable('comment_counts')
    .addColumn('question_id', ddl.number, (c) => c.primaryKey().references('questions.id'))
    .addColumn('comments', 'integer', (c) => c.notNull())
    .execute();
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
  await addIndexes(db, [
    'index question_words_of_batch on question_words (batch_id, question_id)',
    'index question_words_unanswered on question_words (batch_id, question_id) where is_answered = 0',
    'index question_words_unread on question_words (question_id) where words is null',
  ]);
  await run(db, searchTriggers(ddl));
}

/** Read models of posts, kept by triggers. */
export async function createForumReadModels(db: Kysely<unknown>, ddl: EngineDdl): Promise<void> {
  await createSearch(db, ddl);
  await createVersions(db, ddl);
  await createReads(db, ddl);
}
