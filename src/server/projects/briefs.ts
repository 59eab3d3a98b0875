import { expressionBuilder } from 'kysely';
import { isoInstant, tasks, type Task } from '#contract/dates';
import type { Brief } from '#contract/projects/brief-calls';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Tables } from '../platform/database/schema.ts';
import { markdownHtml, renderAhead } from '../platform/markdown/markdown-html.ts';

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

type BriefRow = { text: string; changedAt: number };

/** An empty text for none. */
export function presentBrief(task: Task, row: BriefRow | undefined): Brief {
  if (row === undefined) return { task, text: '', html: null, changed_at: null };
  return { task, text: row.text, html: markdownHtml(row.text), changed_at: isoInstant(row.changedAt) };
}

/** In the order of the tasks. */
export async function presentBriefs(rows: readonly (BriefRow & { task: Task })[]): Promise<Brief[]> {
  await renderAhead(rows.map(({ text }) => text));
  return tasks.flatMap((task) => {
    const row = rows.find((one) => one.task === task);
    return row === undefined ? [] : [presentBrief(task, row)];
  });
}
