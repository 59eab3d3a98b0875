import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { tasks } from '#contract/dates';
import type { UnfinishedGroup } from '#contract/results/unfinished';
import { activeStudentsAs } from '../accounts/queries.ts';
import { batchesAs } from '../courses/batch-queries.ts';
import { unfinishedTasks, type UnfinishedTask } from '../marking/unfinished-tasks.ts';
import { compiledQueryByKind } from '../platform/database/compiled-query.ts';
import type { Tables } from '../platform/database/schema.ts';
import { studentOrderAs } from '../progress/progress-queries.ts';
import { selectionsAs } from '../selections/queries.ts';
import { openRequestTasks } from '../submissions/extension-requests.ts';
import { studentExtensionsAs } from '../submissions/queries.ts';

type Of = { batchId: number; now: number; released: 0 | 1 };
type Rows = SelectQueryBuilder<Tables, never, UnfinishedTask>;

function withoutProject(db: Kysely<Tables>, { batchId }: Of): Rows {
  return db
    .selectFrom(studentOrderAs('order'))
    .where('order.batch_id', '=', batchId)
    .where('order.project_id', 'is', null)
    .select([
      'order.account_id',
      sql<null>`cast(null as text)`.as('task'),
      sql<null>`cast(null as text)`.as('number'),
      sql<null>`cast(null as bigint)`.as('since'),
    ]) as unknown as Rows;
}

/** Of each group; what a later room knows is added by it. */
const rowsOf: Record<UnfinishedGroup, (db: Kysely<Tables>, of: Of) => Rows> = {
  project: withoutProject,
  extension: (db, of) => openRequestTasks(db, of) as unknown as Rows,
  ...(unfinishedTasks as unknown as Record<
    keyof typeof unfinishedTasks,
    (db: Kysely<Tables>, of: Of) => Rows
  >),
};

/** Tasks in their order; 0 without one. */
const place = sql<number>`(case part.task ${sql.join(
  tasks.map((task, index) => sql`when ${sql.lit(task)} then ${sql.lit(index + 1)}`),
  sql` `,
)} else 0 end)`;

export const countUnfinished = compiledQueryByKind((group: UnfinishedGroup, db, p: Of) =>
  db
    .selectFrom(rowsOf[group](db, p).as('part'))
    .innerJoin(activeStudentsAs('student'), 'student.id', 'part.account_id')
    .select(({ fn }) => fn.countAll<number>().as('count')),
);

type PageOf = Of & { key: string; accountId: number; place: number; limit: number };

/** By name and task. */
export const unfinishedPage = compiledQueryByKind((group: UnfinishedGroup, db, p: PageOf) =>
  db
    .selectFrom(rowsOf[group](db, p).as('part'))
    .innerJoin(activeStudentsAs('student'), 'student.id', 'part.account_id')
    .innerJoin(studentOrderAs('order'), 'order.account_id', 'part.account_id')
    .leftJoin(selectionsAs('choice'), 'choice.account_id', 'part.account_id')
    .leftJoin(batchesAs('batch'), 'batch.id', 'student.batch_id')
    .leftJoin(studentExtensionsAs('extended'), 'extended.account_id', 'part.account_id')
    .where(
      sql<boolean>`(${sql.ref('order.name_key')}, part.account_id, ${place}) > (${p.key}, ${p.accountId}, ${p.place})`,
    )
    .orderBy('order.name_key')
    .orderBy('part.account_id')
    .orderBy(place)
    .limit(p.limit)
    .select(['part.account_id as accountId', 'part.task', 'part.number', 'part.since', place.as('place')])
    .select(['order.name_key as key', 'student.email', 'student.name', 'student.suspended_at as suspendedAt'])
    .select(['choice.started_at as startedAt', 'batch.viva_deadline as batchDeadline'])
    .select(['batch.due_days as dueDays', 'extended.newest as extensions']),
);
export type UnfinishedPageRow = Awaited<ReturnType<ReturnType<typeof unfinishedPage>>>[number];
