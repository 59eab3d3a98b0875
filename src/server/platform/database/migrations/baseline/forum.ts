import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../../engine.ts';
import { createForumReadModels } from './forum-read-models.ts';
import { addIndexes, dropHtml, run } from './statements.ts';

async function createPosts(db: Kysely<unknown>, ddl: EngineDdl): Promise<void> {
  await db.schema
    .createTable('questions')
    .addColumn('id', ddl.idType, ddl.id)
    .addColumn('batch_id', ddl.number, (c) => c.notNull().references('batches.id'))
    .addColumn('author_id', ddl.number, (c) => c.notNull().references('accounts.id'))
    .addColumn('text', 'text', (c) => c.notNull().check(sql`text <> ''`))
    .addColumn('created_at', ddl.number, (c) => c.notNull())
    .addColumn('edited_at', ddl.number)
    .addColumn('deleted_at', ddl.number)
    .addColumn('view_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('format', 'text')
    .addColumn('is_anonymous', ddl.number, (c) => c.notNull().defaultTo(0))
    .addColumn('deleted_by', ddl.number)
    .addColumn('mentions', 'text')
    .addColumn('html', 'text')
    .execute();
  await db.schema
    .createTable('comments')
    .addColumn('id', ddl.idType, ddl.id)
    .addColumn('question_id', ddl.number, (c) => c.notNull().references('questions.id'))
    .addColumn('author_id', ddl.number, (c) => c.notNull().references('accounts.id'))
    .addColumn('text', 'text', (c) => c.notNull().check(sql`text <> ''`))
    .addColumn('created_at', ddl.number, (c) => c.notNull())
    .addColumn('format', 'text')
    .addColumn('is_anonymous', ddl.number, (c) => c.notNull().defaultTo(0))
    .addColumn('edited_at', ddl.number)
    .addColumn('deleted_at', ddl.number)
    .addColumn('deleted_by', ddl.number)
    .addColumn('deleted_mark_at', ddl.number)
    .addColumn('mentions', 'text')
    .addColumn('html', 'text')
    .execute();
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
    .addColumn('html', 'text')
    .execute();
  await db.schema
    .createTable('question_favorites')
    .addColumn('question_id', ddl.number, (c) => c.notNull().references('questions.id'))
    .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
    .addPrimaryKeyConstraint('question_favorites_key', ['question_id', 'account_id'])
    .execute();
  await db.schema
    .createTable('question_views')
    .addColumn('question_id', ddl.number, (c) => c.notNull().references('questions.id'))
    .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
    .addPrimaryKeyConstraint('question_views_key', ['question_id', 'account_id'])
    .execute();
  await db.schema
    .createTable('question_solutions')
    .addColumn('question_id', ddl.number, (c) => c.primaryKey().references('questions.id'))
    .addColumn('batch_id', ddl.number, (c) => c.notNull())
    .addColumn('comment_id', ddl.number, (c) => c.notNull().references('comments.id'))
    .addColumn('marked_at', ddl.number, (c) => c.notNull())
    .execute();
  await addIndexes(db, [
    'index questions_of_batch on questions (batch_id, id) where deleted_at is null',
    'index questions_of_author on questions (author_id, id)',
    'index comments_of_question on comments (question_id, id)',
    'index comments_of_author on comments (author_id, id)',
    // Finds a question's newest comments without its deleted ones.
    'index comments_not_deleted on comments (question_id, id) where (deleted_at is null)',
    'index former_texts_of_question on former_texts (question_id, id)',
    'index former_texts_of_author on former_texts (author_id, id)',
    'index former_texts_of_editor on former_texts (replaced_by, id)',
    'index question_favorites_of_account on question_favorites (account_id, question_id)',
    'index question_solutions_of_batch on question_solutions (batch_id, question_id)',
  ]);
  await run(db, [
    ...ddl.forbid('questions', ['delete']),
    ...ddl.forbid('comments', ['delete']),
    ...['questions', 'comments', 'former_texts'].flatMap((table) => dropHtml(ddl, table, 'id', 'text')),
  ]);
}

/** Bytes are in the file store. `comment_id` is 0 for a question's own. */
async function createAttachments(db: Kysely<unknown>, ddl: EngineDdl): Promise<void> {
  await db.schema
    .createTable('attachments')
    .addColumn('id', ddl.idType, ddl.id)
    .addColumn('code', 'text', (c) => c.notNull().unique())
    .addColumn('batch_id', ddl.number, (c) => c.notNull().references('batches.id'))
    .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('bytes', ddl.number, (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('width', ddl.number)
    .addColumn('height', ddl.number)
    .addColumn('created_at', ddl.number, (c) => c.notNull())
    .addColumn('unused_since', ddl.number)
    .addColumn('erased_at', ddl.number)
    .execute();
  await db.schema
    .createTable('attachment_posts')
    .addColumn('attachment_id', ddl.number, (c) => c.notNull().references('attachments.id'))
    .addColumn('question_id', ddl.number, (c) => c.notNull().references('questions.id'))
    .addColumn('comment_id', ddl.number, (c) => c.notNull())
    .addPrimaryKeyConstraint('attachment_posts_key', ['attachment_id', 'question_id', 'comment_id'])
    .execute();
  await addIndexes(db, [
    'index attachments_of_account on attachments (account_id, created_at)',
    'index attachments_of_batch on attachments (batch_id)',
    'index attachments_of_bytes on attachments (sha256)',
    'index attachments_unused on attachments (unused_since) where unused_since is not null and erased_at is null',
    'index attachments_erased on attachments (erased_at) where erased_at is not null',
    'index attachment_posts_of_post on attachment_posts (question_id, comment_id)',
  ]);
}

/** One report per post and person; a row lasts while a post is hidden, locked or pinned. */
async function createModeration(db: Kysely<unknown>, ddl: EngineDdl): Promise<void> {
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
  await db.schema
    .createTable('post_interventions')
    .addColumn('id', ddl.idType, ddl.id)
    .addColumn('batch_id', ddl.number, (c) => c.notNull().references('batches.id'))
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('hidden', 'locked', 'pinned')`))
    .addColumn('question_id', ddl.number, (c) => c.notNull().references('questions.id'))
    .addColumn('comment_id', ddl.number, (c) => c.references('comments.id'))
    .addColumn('post', 'text', (c) => c.notNull())
    .addColumn('author_id', ddl.number, (c) => c.notNull().references('accounts.id'))
    .addColumn('actor_id', ddl.number, (c) => c.notNull().references('accounts.id'))
    .addColumn('reason', 'text')
    .addColumn('made_at', ddl.number, (c) => c.notNull())
    .addUniqueConstraint('post_interventions_once', ['post', 'kind'])
    .execute();
  await addIndexes(db, [
    'index post_reports_open on post_reports (batch_id, id) where settled_at is null',
    'index post_reports_of_question on post_reports (question_id, post)',
    'index post_interventions_of_batch on post_interventions (batch_id, kind, id)',
    'index post_interventions_of_question on post_interventions (question_id, kind)',
    'index post_interventions_of_author on post_interventions (author_id, batch_id, kind, id)',
    'index post_interventions_of_actor on post_interventions (actor_id)',
  ]);
}

export async function createForum(db: Kysely<unknown>, ddl: EngineDdl): Promise<void> {
  await createPosts(db, ddl);
  await createAttachments(db, ddl);
  await createModeration(db, ddl);
  await createForumReadModels(db, ddl);
}
