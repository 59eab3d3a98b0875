import { accountsAs } from '../accounts/queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import { earlierProjectOf } from '../selections/queries.ts';
import { receiptColumns } from './queries.ts';

/** A student's versions after an id, oldest first, with released marks only. */
export const versionsAfter = compiledQuery((db, p: { accountId: number; afterId: number; limit: number }) =>
  db
    .selectFrom('submissions')
    .leftJoin('marks', (on) =>
      on.onRef('marks.submission_id', '=', 'submissions.id').on('marks.released', '=', 1),
    )
    .leftJoin(accountsAs('marker'), 'marker.id', 'marks.marked_by')
    .leftJoin('student_extensions', 'student_extensions.account_id', 'submissions.account_id')
    .where('submissions.account_id', '=', p.accountId)
    .where('submissions.id', '>', p.afterId)
    .orderBy('submissions.id')
    .limit(p.limit)
    .select(receiptColumns)
    .select([
      'submissions.id',
      'submissions.erased_at as erasedAt',
      'marks.marks',
      'marks.comments as markComments',
      'marks.rubric',
      'marks.marked_at as markedAt',
      'marks.second_look_at as lookAt',
      'marker.name as markedBy',
      'student_extensions.newest as extensions',
    ])
    .select((of) =>
      earlierProjectOf(of.ref('submissions.account_id'), of.ref('submissions.submitted_at')).as(
        'earlierProject',
      ),
    ),
);
