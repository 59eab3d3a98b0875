import { expressionBuilder, type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { nameKeys } from '#contract/fold-text';
import {
  filteredTask,
  type ProgressFilter,
  type ProgressSort,
  type StatusFilter,
} from '#contract/progress/batch-view';
import { accountsAs, studentsAs } from '../accounts/queries.ts';
import type { Task } from '#contract/dates';
import { batchesAs } from '../courses/batch-queries.ts';
import type { Reader } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/schema.ts';
import { lacksTask } from '../marking/unfinished-tasks.ts';
import { projectsAs } from '../projects/queries.ts';
import { selectionsAs } from '../selections/queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';

const tables = expressionBuilder<Tables>();

/** The order of a batch's students, for joins in later rooms. */
export const studentOrderAs = <Alias extends string>(alias: Alias) =>
  tables
    .selectFrom('student_progress')
    .select(['account_id', 'batch_id', 'name_key', 'project_id'])
    .as(alias);

/** The sort key, then the account. */
export type ProgressPlace = { key: string | number; accountId: number };

export type ProgressQuery = {
  batchId: number;
  /** Whether the placement filter includes students without a batch. */
  seesUnplaced: boolean;
  sort: ProgressSort;
  filter: ProgressFilter | null;
  /** By which tasks have opened. */
  now: number;
  project: string | null;
  /** Lower case; empty for all. */
  q: string;
  after: ProgressPlace | null;
  limit: number;
};

const sortColumns = { name: 'name_key', behind: 'behind_from', seen: 'seen_at' } as const;

/** Literals, so that the planner uses the partial indexes. */
const filterConditions: Record<StatusFilter, ReturnType<typeof sql<boolean>>> = {
  unsubmitted: sql<boolean>`has_submitted = 0`,
  silent: sql<boolean>`is_silent = 1`,
  late: sql<boolean>`is_late = 1`,
  waiting: sql<boolean>`is_waiting = 1`,
};

const first: Record<ProgressSort, ProgressPlace> = {
  name: { key: '', accountId: 0 },
  behind: { key: Number.MIN_SAFE_INTEGER, accountId: 0 },
  seen: { key: Number.MIN_SAFE_INTEGER, accountId: 0 },
};

type PageColumns = { account_id: number; sort_key: string | number };

function pageOf(
  db: Kysely<Tables>,
  { sort, filter, now, project, q, after, limit }: ProgressQuery,
  batchId: number,
): SelectQueryBuilder<Tables, 'student_progress', PageColumns> {
  const column = sortColumns[sort];
  const { key, accountId } = after ?? first[sort];
  const task = filteredTask(filter);
  const patternOf = (text: string) => `%${text.replace(/[%_!]/g, '!$&')}%`;
  const patterns = [...new Set([q, ...nameKeys(q)])].map(patternOf);
  return db
    .selectFrom('student_progress')
    .where('batch_id', '=', batchId)
    .where(sql<boolean>`(${sql.ref(column)}, account_id) > (${key}, ${accountId})`)
    .$if(filter !== null && task === null, (query) => query.where(filterConditions[filter as StatusFilter]))
    .$if(task !== null, (query) =>
      query.where(({ exists }) =>
        exists(
          lacksTask(db, task as Task, { batchId, now }).where(
            'of.id',
            '=',
            sql.ref<number>('student_progress.account_id'),
          ),
        ),
      ),
    )
    .$if(project !== null, (query) => query.where('project_id', '=', project))
    .$if(q !== '', (query) =>
      query.where((of) =>
        of.or([
          ...patterns.map((pattern) => sql<boolean>`search_text like ${pattern} escape '!'`),
          of.exists(
            of
              .selectFrom(studentsAs('student'))
              .whereRef('student.id', '=', 'student_progress.account_id')
              .whereRef('student.folded_from', '=', 'student.name')
              .where((has) =>
                has.or(
                  patterns.map((pattern) => sql<boolean>`student.folded_name like ${pattern} escape '!'`),
                ),
              )
              .select('student.id'),
          ),
        ]),
      ),
    )
    .orderBy(column)
    .orderBy('account_id')
    .limit(limit)
    .select(['account_id', `${column} as sort_key`]) as SelectQueryBuilder<
    Tables,
    'student_progress',
    PageColumns
  >;
}

/** Finds the page along an index before joining, so the cost does not depend on the size of the batch. */
export function progressPage(reader: Reader, query: ProgressQuery) {
  const own = pageOf(reader, query, query.batchId);
  const page =
    query.filter === 'waiting' && query.seesUnplaced
      ? reader
          .selectFrom(own.as('own'))
          .select(['account_id', 'sort_key'])
          .unionAll(
            reader.selectFrom(pageOf(reader, query, 0).as('unplaced')).select(['account_id', 'sort_key']),
          )
      : own;
  return reader
    .selectFrom(page.as('page'))
    .innerJoin(studentsAs('student'), 'student.id', 'page.account_id')
    .leftJoin(batchesAs('batch'), 'batch.id', 'student.batch_id')
    .leftJoin(selectionsAs('selection'), 'selection.account_id', 'page.account_id')
    .leftJoin(projectsAs('project'), 'project.id', 'selection.project_id')
    .orderBy('page.sort_key')
    .orderBy('page.account_id')
    .limit(query.limit)
    .select([
      'page.account_id as accountId',
      'page.sort_key as sortKey',
      'student.batch_id as batchId',
      'student.email',
      'student.name',
      'student.phone',
      'student.typed_batch as typedBatch',
      'student.created_at as signedUpAt',
      'student.seen_at as seenAt',
      'student.suspended_at as suspendedAt',
      'batch.name as batch',
      'selection.started_at as startedAt',
      'project.id as projectId',
      'project.name as projectName',
    ]);
}
export type ProgressRow = Awaited<ReturnType<ReturnType<typeof progressPage>['execute']>>[number];

/** Newest first. */
export const staffNotesBefore = compiledQuery(
  (db, p: { accountId: number; beforeId: number; limit: number }) =>
    db
      .selectFrom('staff_notes')
      .innerJoin(accountsAs('author'), 'author.id', 'staff_notes.author_id')
      .where('staff_notes.account_id', '=', p.accountId)
      .where('staff_notes.id', '<', p.beforeId)
      .orderBy('staff_notes.id', 'desc')
      .limit(p.limit)
      .select([
        'staff_notes.id',
        'staff_notes.text',
        'staff_notes.created_at as createdAt',
        'staff_notes.author_id as authorId',
        'author.name as authorName',
        'author.role as authorRole',
      ]),
);
export type StaffNoteRow = Awaited<ReturnType<typeof staffNotesBefore>>[number];
