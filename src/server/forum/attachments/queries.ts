import type { Selectable } from 'kysely';
import { accountsAs } from '../../accounts/queries.ts';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/schema.ts';

export const viewColumns = [
  'attachments.code',
  'attachments.name',
  'attachments.bytes',
  'attachments.type',
  'attachments.width',
  'attachments.height',
] as const;

type Columns = 'code' | 'name' | 'bytes' | 'type' | 'width' | 'height';
export type AttachmentRow = Pick<Selectable<Tables['attachments']>, Columns>;

/** By wire id; `posts` counts deleted ones, `shown` does not. */
export const attachmentByCode = compiledQuery((db, p: { code: string }) =>
  db
    .selectFrom('attachments')
    .innerJoin(accountsAs('sender'), 'sender.id', 'attachments.account_id')
    .where('attachments.code', '=', p.code)
    .where('attachments.erased_at', 'is', null)
    .select(viewColumns)
    .select(({ selectFrom }) => [
      'attachments.batch_id as batchId',
      'attachments.account_id as accountId',
      'attachments.sha256',
      'attachments.private_to as privateTo',
      'attachments.unused_since as unusedSince',
      'attachments.for_request as forRequest',
      'sender.batch_id as senderBatchId',
      selectFrom('attachment_posts')
        .whereRef('attachment_posts.attachment_id', '=', 'attachments.id')
        .select(({ fn }) => fn.countAll<number>().as('posts'))
        .as('posts'),
      selectFrom('attachment_posts')
        .innerJoin('questions', 'questions.id', 'attachment_posts.question_id')
        // 0 stands in for the question itself.
        .leftJoin('comments', 'comments.id', 'attachment_posts.comment_id')
        .whereRef('attachment_posts.attachment_id', '=', 'attachments.id')
        .where('questions.deleted_at', 'is', null)
        .where('comments.deleted_at', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('shown'))
        .as('shown'),
    ]),
);

export const attachmentById = compiledQuery((db, p: { id: number }) =>
  db
    .selectFrom('attachments')
    .where('attachments.id', '=', p.id)
    .where('attachments.erased_at', 'is', null)
    .select(viewColumns),
);

export async function placesOf(database: Reader, codes: readonly string[]) {
  return database
    .selectFrom('attachments')
    .innerJoin('attachment_posts', 'attachment_posts.attachment_id', 'attachments.id')
    .where('attachments.code', 'in', codes)
    .where('attachments.erased_at', 'is', null)
    .select(viewColumns)
    .select(['attachment_posts.question_id as questionId', 'attachment_posts.comment_id as commentId'])
    .execute();
}

export const attachmentsAfter = compiledQuery(
  (db, p: { accountId: number; afterId: number; limit: number }) =>
    db
      .selectFrom('attachments')
      .where('attachments.account_id', '=', p.accountId)
      .where('attachments.erased_at', 'is', null)
      .where('attachments.id', '>', p.afterId)
      .orderBy('attachments.id')
      .limit(p.limit)
      .select(['attachments.id', 'attachments.sha256', 'attachments.created_at as createdAt'])
      .select(viewColumns),
);
