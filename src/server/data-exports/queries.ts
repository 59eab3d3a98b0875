import { compiledQuery } from '../platform/database/compiled-query.ts';
import { receiptColumns } from '../submissions/queries.ts';

/** A student's versions in the order in which they came, after an id; marks only where they are released. */
export const versionsAfter = compiledQuery((db, p: { accountId: number; afterId: number; limit: number }) =>
  db
    .selectFrom('submissions')
    .leftJoin('marks', (on) =>
      on.onRef('marks.submission_id', '=', 'submissions.id').on('marks.released', '=', 1),
    )
    .leftJoin('accounts', 'accounts.id', 'marks.marked_by')
    .where('submissions.account_id', '=', p.accountId)
    .where('submissions.id', '>', p.afterId)
    .orderBy('submissions.id')
    .limit(p.limit)
    .select(receiptColumns)
    .select([
      'submissions.id',
      'marks.marks',
      'marks.comments as markComments',
      'marks.marked_at as markedAt',
      'accounts.name as markedBy',
    ]),
);

/** What an account asked, after an id; deleted questions are left out. */
export const questionsAfter = compiledQuery((db, p: { accountId: number; afterId: number; limit: number }) =>
  db
    .selectFrom('questions')
    .innerJoin('batches', 'batches.id', 'questions.batch_id')
    .where('questions.author_id', '=', p.accountId)
    .where('questions.deleted_at', 'is', null)
    .where('questions.id', '>', p.afterId)
    .orderBy('questions.id')
    .limit(p.limit)
    .select([
      'questions.id',
      'batches.name as batch',
      'questions.text',
      'questions.created_at as createdAt',
      'questions.edited_at as editedAt',
    ]),
);

/** What an account wrote below questions, after an id; those of deleted questions are left out. */
export const commentsAfter = compiledQuery((db, p: { accountId: number; afterId: number; limit: number }) =>
  db
    .selectFrom('comments')
    .innerJoin('questions', 'questions.id', 'comments.question_id')
    .where('comments.author_id', '=', p.accountId)
    .where('questions.deleted_at', 'is', null)
    .where('comments.id', '>', p.afterId)
    .orderBy('comments.id')
    .limit(p.limit)
    .select([
      'comments.id',
      'questions.text as question',
      'comments.text',
      'comments.created_at as createdAt',
    ]),
);
