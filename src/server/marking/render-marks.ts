import { z } from 'zod';
import { hourMs } from '#contract/durations';
import type { AppContext } from '../platform/context.ts';
import type { Job } from '../platform/jobs/job.ts';
import { renderRows } from '../platform/markdown/render-rows.ts';

const marks = { table: 'marks', key: 'submission_id', text: 'comments' };

export const renderMarksJob: Job<null> = {
  kind: 'render-marks',
  payload: z.null(),
  everyMs: hourMs,
  run: ({ database }: AppContext, _, signal) => renderRows(database, marks, signal),
};
