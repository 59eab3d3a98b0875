import { expressionBuilder } from 'kysely';
import { isoInstant, type Task, tasks } from '#contract/dates';
import { setBrief, type Brief, type BriefWithRubric } from '#contract/projects/brief-calls';
import { act } from '../accounts/sessions/act.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Flag, Tables } from '../platform/database/schema.ts';
import { markdownHtml, renderAhead } from '../platform/markdown/markdown-html.ts';
import type { Writer } from '../platform/database/database.ts';
import { ownProject } from './policy.ts';
import { lockProject } from './queries.ts';

const tables = expressionBuilder<Tables>();

/** For joins in other rooms. */
export const briefsAs = <Alias extends string>(alias: Alias) =>
  tables.selectFrom('briefs').select(['project_id', 'task', 'text', 'changed_at']).as(alias);

export const briefsOfProject = compiledQuery((db, p: { id: string }) =>
  db
    .selectFrom('briefs')
    .where('briefs.project_id', '=', p.id)
    .select(['briefs.task', 'briefs.text', 'briefs.changed_at as changedAt']),
);

export const briefOfTask = compiledQuery((db, p: { id: string; task: Task }) =>
  db
    .selectFrom('briefs')
    .where('briefs.project_id', '=', p.id)
    .where('briefs.task', '=', p.task)
    .select(['briefs.text', 'briefs.changed_at as changedAt']),
);

/** Of all tasks of a project, in order, for joins. */
export const rubricsAs = <Alias extends string>(alias: Alias) =>
  tables
    .selectFrom('rubric_places')
    .innerJoin('rubric_lines as line', 'line.id', 'rubric_places.line_id')
    .select(['rubric_places.project_id', 'rubric_places.position'])
    .select(['line.task', 'line.text', 'line.points', 'line.is_optional as isOptional'])
    .as(alias);

export const lineColumns = ['line.task', 'line.text', 'line.points', 'line.isOptional'] as const;

export const rubricsOfProject = compiledQuery((db, p: { id: string }) =>
  db
    .selectFrom(rubricsAs('line'))
    .where('line.project_id', '=', p.id)
    .orderBy('line.position')
    .select(lineColumns),
);

type BriefRow = { text: string; changedAt: number };

/** An empty text for none. */
export function presentBrief(task: Task, row: BriefRow | undefined): Brief {
  if (row === undefined) return { task, text: '', html: null, changed_at: null };
  return { task, text: row.text, html: markdownHtml(row.text), changed_at: isoInstant(row.changedAt) };
}

type LineRow = { task: Task; text: string; points: number; isOptional: Flag };

/** The tasks that have a brief or a rubric, in their order. @param lines in the order of their rubric */
export async function presentTaskBriefs(
  briefs: readonly (BriefRow & { task: Task })[],
  lines: readonly LineRow[],
): Promise<BriefWithRubric[]> {
  await renderAhead(briefs.map(({ text }) => text));
  return tasks.flatMap((task) => {
    const row = briefs.find((one) => one.task === task);
    const ofTask = lines.filter((line) => line.task === task);
    if (row === undefined && ofTask.length === 0) return [];
    const rubric = ofTask.map(({ text, points, isOptional }) => ({
      text,
      points,
      optional: isOptional === 1,
    }));
    return [{ ...presentBrief(task, row), rubric }];
  });
}

/** An empty text removes the brief. */
export async function putBrief(
  writer: Writer,
  { projectId, task, text, at }: { projectId: string; task: Task; text: string; at: number },
): Promise<void> {
  if (text === '') {
    await writer.deleteFrom('briefs').where('project_id', '=', projectId).where('task', '=', task).execute();
    return;
  }
  await writer
    .insertInto('briefs')
    .values({ project_id: projectId, task, text, changed_at: at })
    .onConflict((conflict) => conflict.columns(['project_id', 'task']).doUpdateSet({ text, changed_at: at }))
    .execute();
}

/** Notifies students, within the transaction. */
export type TellOfBrief = (
  writer: Writer,
  change: { projectId: string; task: Task; before: string; text: string; at: number },
) => Promise<void>;

/** Without `began`, `original` is the text that the editor saw. @param tell notifies students */
export const briefChange = (tell: TellOfBrief) =>
  act(setBrief, {
    who: ownProject,
    key: {
      kind: 'brief',
      content: ({ resource: { project }, params, body }) => [project.id, params.task, body.text],
    },
    changes: {
      async stored(writer, { resource: { project }, params: { task } }) {
        await lockProject(writer, project.id);
        const [row] = await briefOfTask(writer, { id: project.id, task });
        return { text: row?.text ?? '', row };
      },
      message: 'These instructions were changed in the meantime. Your version is not saved yet.',
      refuses: ({ text, original }, { text: current }) =>
        original !== undefined && current !== original && current !== text,
      current: (_, { params: { task } }, { row }) => presentBrief(task, row),
    },
    audit: 'set-brief',
    async run(writer, { resource: { project }, viewer, params: { task }, body: { text }, stored, now }) {
      const { text: before, row } = stored;
      if (before === text) return { id: viewer.accountId };
      await putBrief(writer, { projectId: project.id, task, text, at: now });
      await tell(writer, { projectId: project.id, task, before, text, at: now });
      return {
        id: viewer.accountId,
        audit: {
          subject: `${project.id} ${task}`,
          before: row === undefined ? null : { text: row.text },
          after: text === '' ? null : { text },
        },
      };
    },
    async answer(reader, { resource: { project }, params: { task } }) {
      const [row] = await briefOfTask(reader, { id: project.id, task });
      return presentBrief(task, row);
    },
  });
