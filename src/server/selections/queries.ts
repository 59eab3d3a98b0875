import { expressionBuilder, sql, type Expression } from 'kysely';
import { accountsAs } from '../accounts/queries.ts';
import { batchesAs } from '../courses/batch-queries.ts';
import { coursesAs } from '../courses/course-queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/schema.ts';
import { briefsAs, lineColumns, rubricsAs } from '../projects/briefs.ts';
import { courseOfProject, projectsAs } from '../projects/queries.ts';
import { vivaQuestionsAs } from '../projects/viva-bank/bank.ts';

const tables = expressionBuilder<Tables>();

/** For joins in other rooms. */
export const selectionsAs = <Alias extends string>(alias: Alias) =>
  tables.selectFrom('selections').select(['account_id', 'project_id', 'started_at', 'chosen_at']).as(alias);

/** When the project was chosen, whatever its start has been corrected to. @param alias of `selectionsAs` */
export const chosenAtOf = (alias: string) =>
  sql<number>`coalesce(${sql.ref(`${alias}.chosen_at`)}, ${sql.ref(`${alias}.started_at`)})`;

/**
 * Whether something is of the student's current choice. No join: PostgreSQL would take it for rare, and read all that
 * all students have.
 * @param choice, @param accountId columns
 */
export const isOfCurrentChoice = (choice: string, accountId: string) =>
  sql<boolean>`${sql.ref(choice)} = (select coalesce(chosen.chosen_at, chosen.started_at)
    from selections as chosen where chosen.account_id = ${sql.ref(accountId)})`;

/** Id and name of the project, separated by a space, at an instant; null where it is the current one. */
export const earlierProjectOf = (accountId: Expression<number>, submittedAt: Expression<number>) =>
  tables
    .selectFrom('former_selections as former')
    .innerJoin(projectsAs('project'), 'project.id', 'former.project_id')
    .where('former.account_id', '=', accountId)
    .where('former.ended_as', '=', sql.lit('undone' as const))
    .where('former.chosen_at', '<=', submittedAt)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('selections as standing')
            .where('standing.account_id', '=', accountId)
            .where((on) => on(on.fn.coalesce('standing.chosen_at', 'standing.started_at'), '<=', submittedAt))
            .select('standing.id'),
        ),
      ),
    )
    .orderBy('former.id', 'desc')
    .limit(sql.lit(1))
    .select(sql<string>`project.id || ' ' || project.name`.as('project'));

/** Rows where a choice was undone between two instants, in whichever order. */
export const undoneBetween = (
  accountId: Expression<number>,
  one: Expression<number>,
  other: Expression<number>,
) =>
  tables
    .selectFrom('former_selections as undone')
    .where('undone.account_id', '=', accountId)
    .where('undone.ended_as', '=', sql.lit('undone' as const))
    .where((on) => {
      const within = (from: Expression<number>, to: Expression<number>) =>
        on.and([on('undone.ended_at', '>', from), on('undone.ended_at', '<=', to)]);
      return on.or([within(one, other), within(other, one)]);
    })
    .select('undone.id');

export const selectionOfStudent = compiledQuery((db, p: { accountId: number }) =>
  db
    .selectFrom('selections')
    .innerJoin(projectsAs('project'), 'project.id', 'selections.project_id')
    .where('selections.account_id', '=', p.accountId)
    .select(['project.id as projectId', 'project.name as projectName', 'selections.id'])
    .select(['selections.started_at as startedAt', 'selections.chosen_at as chosenAt']),
);
export type SelectionRow = Awaited<ReturnType<typeof selectionOfStudent>>[number];

/** Of a student whose choice may have been undone since; that one then. */
export async function lastSelectionOf(
  reader: Reader | Writer,
  accountId: number,
): Promise<SelectionRow | undefined> {
  const [standing] = await selectionOfStudent(reader, { accountId });
  return (
    standing ??
    reader
      .selectFrom('former_selections as former')
      .innerJoin(projectsAs('project'), 'project.id', 'former.project_id')
      .where('former.account_id', '=', accountId)
      .orderBy('former.id', 'desc')
      .select(['project.id as projectId', 'project.name as projectName', 'former.selection_id as id'])
      .select(['former.started_at as startedAt', 'former.chosen_at as chosenAt'])
      .executeTakeFirst()
  );
}

export const choosingStudent = compiledQuery((db, p: { accountId: number }) =>
  db
    .selectFrom(accountsAs('student'))
    .leftJoin(batchesAs('batch'), 'batch.id', 'student.batch_id')
    .where('student.id', '=', p.accountId)
    .select(['batch.course_id as courseId', 'student.exit_score as exitScore'])
    .select(['batch.choose_from as from', 'batch.choose_until as until']),
);

/**
 * Both courses, the exit score, when the batch chooses, and the project's seats.
 * @param projectId null: of no project
 */
export async function selectionRequirements(reader: Reader, accountId: number, projectId: string | null) {
  const [student] = await choosingStudent(reader, { accountId });
  if (student === undefined) throw new Error(`There is no account ${accountId}`);
  return { student, project: projectId === null ? undefined : await courseOfProject(reader, projectId) };
}

export type ChosenProject = { id: string; course: string; courseId: number };

/** By account. */
export async function chosenProjects(
  database: Reader,
  accountIds: readonly number[],
): Promise<Map<number, ChosenProject>> {
  if (accountIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('selections')
    .innerJoin(projectsAs('project'), 'project.id', 'selections.project_id')
    .innerJoin(coursesAs('course'), 'course.id', 'project.course_id')
    .where('selections.account_id', 'in', accountIds)
    .select(['selections.account_id as accountId', 'project.id'])
    .select(['course.name as course', 'course.id as courseId'])
    .execute();
  return new Map(rows.map(({ accountId, ...chosen }) => [accountId, chosen]));
}

/** Their course stays. */
export async function idsOfChosenProjects(database: Reader): Promise<Set<string>> {
  const rows = await database.selectFrom('selections').select('project_id').distinct().execute();
  return new Set(rows.map(({ project_id }) => project_id));
}

/** Including ended selections. */
export async function countChoices(
  database: Reader,
  projectIds: readonly string[],
): Promise<Map<string, number>> {
  const students = new Map<string, Set<number>>();
  if (projectIds.length === 0) return new Map();
  for (const table of ['selections', 'former_selections'] as const) {
    const rows = await database
      .selectFrom(table)
      .where('project_id', 'in', projectIds)
      .select(['project_id', 'account_id'])
      .distinct()
      .execute();
    for (const { project_id, account_id } of rows)
      students.set(project_id, (students.get(project_id) ?? new Set()).add(account_id));
  }
  return new Map([...students].map(([id, accounts]) => [id, accounts.size]));
}

/** Their course stays. */
export async function idsOfBatchesWithSelections(database: Reader): Promise<Set<number>> {
  const rows = await database
    .selectFrom('selections')
    .innerJoin(accountsAs('student'), 'student.id', 'selections.account_id')
    .where('student.batch_id', 'is not', null)
    .select('student.batch_id as batchId')
    .$narrowType<{ batchId: number }>()
    .distinct()
    .execute();
  return new Set(rows.map(({ batchId }) => batchId));
}

/** For staff, with who ended it and why. */
export type FormerSelection = Awaited<ReturnType<typeof formerSelectionsOf>>[number];

/** Oldest first. */
export const formerSelectionsOf = compiledQuery((db, p: { accountId: number }) =>
  db
    .selectFrom('former_selections')
    .innerJoin(projectsAs('project'), 'project.id', 'former_selections.project_id')
    .innerJoin(accountsAs('actor'), 'actor.id', 'former_selections.ended_by')
    .where('former_selections.account_id', '=', p.accountId)
    .orderBy('former_selections.id')
    .select([
      'project.id as projectId',
      'project.name as projectName',
      'former_selections.started_at as startedAt',
      'former_selections.chosen_at as chosenAt',
      'former_selections.ended_at as endedAt',
      'former_selections.ended_as as endedAs',
      'former_selections.reason',
      'actor.name as endedBy',
    ]),
);

export const briefsOfStudent = compiledQuery((db, p: { accountId: number }) =>
  db
    .selectFrom('selections')
    .innerJoin(briefsAs('brief'), 'brief.project_id', 'selections.project_id')
    .where('selections.account_id', '=', p.accountId)
    .select(['brief.task', 'brief.text', 'brief.changed_at as changedAt']),
);

/** What students may read of the bank, and no other part. */
export const preparationOfStudent = compiledQuery((db, p: { accountId: number }) =>
  db
    .selectFrom('selections')
    .innerJoin(vivaQuestionsAs('asked'), 'asked.project_id', 'selections.project_id')
    .where('selections.account_id', '=', p.accountId)
    .where('asked.part', 'in', ['samples', 'bring'])
    .select(['asked.part', 'asked.text']),
);

export const rubricsOfStudent = compiledQuery((db, p: { accountId: number }) =>
  db
    .selectFrom('selections')
    .innerJoin(rubricsAs('line'), 'line.project_id', 'selections.project_id')
    .where('selections.account_id', '=', p.accountId)
    .orderBy('line.position')
    .select(lineColumns),
);
