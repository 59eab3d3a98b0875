import { accountsAs } from '../../accounts/queries.ts';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/schema.ts';
import { limits } from '#contract/limits';

const comments = (db: Kysely<Tables>) =>
  db
    .selectFrom('line_comments')
    .innerJoin(accountsAs('author'), 'author.id', 'line_comments.written_by')
    .select(['line_comments.id', 'line_comments.path', 'line_comments.line', 'line_comments.text'])
    .select(['line_comments.written_at as writtenAt', 'line_comments.edited_at as editedAt'])
    .select('author.name as by');

/** For staff. */
export const lineCommentsOf = compiledQuery((db, p: { submissionId: number }) =>
  comments(db)
    .where('line_comments.submission_id', '=', p.submissionId)
    .orderBy('line_comments.id')
    .limit(limits.lineComments),
);
export type LineCommentRow = Awaited<ReturnType<typeof lineCommentsOf>>[number];

export const lineCommentById = compiledQuery((db, p: { submissionId: number; id: number }) =>
  comments(db).where('line_comments.submission_id', '=', p.submissionId).where('line_comments.id', '=', p.id),
);

export const countLineComments = compiledQuery((db, p: { submissionId: number }) =>
  db
    .selectFrom('line_comments')
    .where('submission_id', '=', p.submissionId)
    .select(({ fn }) => fn.countAll<number>().as('count')),
);

/** Of all versions, released or not; oldest first. */
export const lineCommentsAfter = compiledQuery(
  (db, p: { accountId: number; afterId: number; limit: number }) =>
    comments(db)
      .innerJoin('submissions', 'submissions.id', 'line_comments.submission_id')
      .where('line_comments.account_id', '=', p.accountId)
      .where('line_comments.id', '>', p.afterId)
      .orderBy('line_comments.id')
      .limit(p.limit)
      .select(['submissions.task', 'submissions.version']),
);

/** For the student: none unless the version's mark is released. */
export const releasedLineCommentsOf = compiledQuery((db, p: { submissionId: number }) =>
  comments(db)
    .innerJoin('marks', 'marks.submission_id', 'line_comments.submission_id')
    .where('marks.released', '=', 1)
    .where('line_comments.submission_id', '=', p.submissionId)
    .orderBy('line_comments.id')
    .limit(limits.lineComments),
);
