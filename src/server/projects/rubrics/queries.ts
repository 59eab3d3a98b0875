import { expressionBuilder } from 'kysely';
import type { Task } from '#contract/dates';
import type { RubricLine } from '#contract/projects/rubric-calls';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/schema.ts';

export function presentRubricLine(row: RubricLineRow): RubricLine {
  const { id, text, points, isOptional } = row;
  return { id: String(id), line: String(lineOf(row)), text, points, optional: isOptional === 1 };
}

const tables = expressionBuilder<Tables>();

/** For joins in other rooms. */
export const rubricLinesAs = <Alias extends string>(alias: Alias) =>
  tables
    .selectFrom('rubric_lines')
    .select(['id', 'project_id', 'task', 'first_id', 'text', 'points', 'is_optional'])
    .as(alias);

/** Current versions, for joins. */
export const rubricPlacesAs = <Alias extends string>(alias: Alias) =>
  tables.selectFrom('rubric_places').select(['project_id', 'position', 'line_id']).as(alias);

/** Current lines in order. */
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

/** A line keeps the id of its first version. */
export const lineOf = ({ id, firstId }: { id: number; firstId: number | null }): number => firstId ?? id;

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

/** Current or not. */
export async function linesById(reader: Reader, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return reader
    .selectFrom('rubric_lines')
    .where('id', 'in', ids)
    .select(['id', 'first_id as firstId', 'project_id as projectId', 'task', 'text', 'points'])
    .orderBy('id')
    .execute();
}
