import { z } from 'zod';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { hourMs } from '#contract/durations';
import type { AppContext } from '../platform/context.ts';
import type { Database } from '../platform/database/database.ts';
import type { Job } from '../platform/jobs/job.ts';
import { htmlForRow, markOfVersion } from '../platform/markdown/markdown-html.ts';

/** How many rows are looked at in one statement. */
const rowsAtOnce = 200;
const tables = ['questions', 'comments', 'former_texts'] as const;

async function renderTable(
  { reader, nonDurableTransaction }: Database,
  table: (typeof tables)[number],
  signal: AbortSignal,
): Promise<void> {
  const newest = await reader
    .selectFrom(table)
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  for (let after = 0; after < (newest?.id ?? 0) && !signal.aborted; after += rowsAtOnce) {
    const rows = await reader
      .selectFrom(table)
      .where('id', '>', after)
      .where('id', '<=', after + rowsAtOnce)
      .where('format', '=', 'markdown')
      .where(({ eb, or }) => or([eb('html', 'is', null), eb('html', 'not like', `${markOfVersion}%`)]))
      .select(['id', 'text'])
      .execute();
    for (const { id, text } of rows) {
      const html = htmlForRow(text);
      await nonDurableTransaction((writer) =>
        writer.updateTable(table).set({ html }).where('id', '=', id).where('text', '=', text).execute(),
      );
      // Requests that wait go first.
      await nextTurn();
    }
  }
}

/** Renders the posts whose row has no HTML of this version: of before there was any, and after a change of the renderer. */
export async function renderPosts(
  database: Database,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  for (const table of tables) await renderTable(database, table, signal);
}

export const renderPostsJob: Job<null> = {
  kind: 'render-posts',
  payload: z.null(),
  everyMs: hourMs,
  run: ({ database }: AppContext, _, signal) => renderPosts(database, signal),
};
