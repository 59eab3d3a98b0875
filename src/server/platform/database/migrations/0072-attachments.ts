import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** Files that stand in the posts of a discussion, and in which: their bytes lie in the file store. */
export function createAttachments(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
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
      for (const index of [
        'attachments_of_account on attachments (account_id, created_at)',
        'attachments_of_batch on attachments (batch_id)',
        'attachments_of_bytes on attachments (sha256)',
        'attachments_unused on attachments (unused_since) where unused_since is not null and erased_at is null',
        'attachments_erased on attachments (erased_at) where erased_at is not null',
        'attachment_posts_of_post on attachment_posts (question_id, comment_id)',
      ])
        await sql.raw(`create index ${index}`).execute(db);
    },
  };
}
