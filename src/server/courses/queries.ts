import { sql } from 'kysely';
import { compiledQuery } from '../platform/database/compiled-query.ts';

/** A student with batch, course and mentors in one query: the dashboard's first call. */
export const courseOfStudent = compiledQuery((db, p: { accountId: number }) =>
  db
    .selectFrom('accounts')
    .leftJoin('batches', 'batches.id', 'accounts.batch_id')
    .leftJoin('courses', 'courses.id', 'batches.course_id')
    .where('accounts.id', '=', p.accountId)
    .select([
      'accounts.grade',
      'accounts.exit_score as exitScore',
      'courses.name as course',
      'batches.starts_at as startsAt',
      sql<
        string | null
      >`(select string_agg(name, ', ' order by id) from batch_mentors where batch_id = batches.id)`.as(
        'mentors',
      ),
    ]),
);

/** Open batches whose key matches a LIKE pattern, by name. */
export const openBatchesLike = compiledQuery((db, p: { pattern: string; most: number }) =>
  db
    .selectFrom('batches')
    .innerJoin('courses', 'courses.id', 'batches.course_id')
    .where('batches.is_open', '=', 1)
    .where(sql<boolean>`batches.name_key like ${p.pattern} escape '!'`)
    .orderBy('batches.name')
    .limit(p.most)
    .select(['batches.name', 'courses.name as course']),
);
