import { expressionBuilder } from 'kysely';
import type { Task } from '#contract/dates';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/schema.ts';

const tables = expressionBuilder<Tables>();

/** The columns of lines that other capabilities may join, under an alias of their own. */
export const rubricLinesAs = <Alias extends string>(alias: Alias) =>
  tables
    .selectFrom('rubric_lines')
    .select(['id', 'project_id', 'task', 'first_id', 'text', 'points'])
    .as(alias);

/** Which versions of lines stand, for joins. */
export const rubricPlacesAs = <Alias extends string>(alias: Alias) =>
  tables.selectFrom('rubric_places').select(['line_id']).as(alias);

/** The lines of a project's task as they stand, in their order. */
export const standingLines = compiledQuery((db, p: { projectId: string; task: Task }) =>
  db
    .selectFrom('rubric_places')
    .innerJoin('rubric_lines as line', 'line.id', 'rubric_places.line_id')
    .where('rubric_places.project_id', '=', p.projectId)
    .where('rubric_places.task', '=', p.task)
    .orderBy('rubric_places.position')
    .select(['line.id', 'line.first_id as firstId', 'line.text', 'line.points'])
    .select('line.is_optional as isOptional'),
);
export type RubricLineRow = Awaited<ReturnType<typeof standingLines>>[number];

/** What stays the same over the versions of a line: the id of its first one. */
export const lineOf = ({ id, firstId }: { id: number; firstId: number | null }): number => firstId ?? id;

/** All lines that stand, by project and task (`projectRubrics`), of the given projects. */
export async function standingLinesOf(
  reader: Reader,
  projectIds: readonly string[],
): Promise<Map<string, Map<Task, RubricLineRow[]>>> {
  if (projectIds.length === 0) return new Map();
  const rows = await reader
    .selectFrom('rubric_places')
    .innerJoin('rubric_lines as line', 'line.id', 'rubric_places.line_id')
    .where('rubric_places.project_id', 'in', projectIds)
    .orderBy('rubric_places.position')
    .select(['line.project_id as projectId', 'line.task', 'line.id', 'line.first_id as firstId'])
    .select(['line.text', 'line.points', 'line.is_optional as isOptional'])
    .execute();
  const found = new Map<string, Map<Task, RubricLineRow[]>>();
  for (const { projectId, task, ...line } of rows) {
    const ofProject = found.get(projectId) ?? new Map<Task, RubricLineRow[]>();
    found.set(projectId, ofProject);
    ofProject.set(task, [...(ofProject.get(task) ?? []), line]);
  }
  return found;
}

/** Versions of lines by their ids, whether they stand or not. */
export async function linesById(reader: Reader, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return reader
    .selectFrom('rubric_lines')
    .where('id', 'in', ids)
    .select(['id', 'first_id as firstId', 'project_id as projectId', 'task', 'text', 'points'])
    .orderBy('id')
    .execute();
}
