import { z } from 'zod';
import { hourMs } from '#contract/durations';
import type { AppContext } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Job } from '../../platform/jobs/job.ts';
import { renderRows } from '../../platform/markdown/render-rows.ts';

export async function renderPosts(
  database: Database,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  for (const table of ['questions', 'comments', 'former_texts'] as const)
    await renderRows(database, { table, key: 'id', text: 'text' }, signal);
}

export const renderPostsJob: Job<null> = {
  kind: 'render-posts',
  payload: z.null(),
  everyMs: hourMs,
  run: ({ database }: AppContext, _, signal) => renderPosts(database, signal),
};
