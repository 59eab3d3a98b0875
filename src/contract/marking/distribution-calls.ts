import { z } from 'zod';
import { tasks } from '../dates.ts';
import { endpoint, errorBody } from '../wire/endpoint.ts';

const taskMarks = z.object({
  task: z.enum(tasks),
  count: z.number(),
  /** Null for too few marks, as `tens` and the other medians. */
  median: z.number().nullable(),
  /** How many marks are from 0 to 9, from 10 to 19, …, from 90 to 100. */
  tens: z.array(z.number()).length(10).nullable(),
  mentors: z.array(
    z.object({
      name: z.string(),
      count: z.number(),
      median: z.number().nullable(),
      /** The median of the marks by everybody else. */
      others: z.number().nullable(),
    }),
  ),
});
export type TaskMarks = z.infer<typeof taskMarks>;

const markDistribution = z.object({ batch: z.string(), tasks: z.array(taskMarks) });
export type MarkDistribution = z.infer<typeof markDistribution>;

export const readMarkDistribution = endpoint('GET', '/api/staff/batches/:batch/marks/distribution', {
  summary:
    'How the marks of the newest versions are distributed, per task and mentor, unreleased ones included; tasks without a mark are left out',
  params: z.object({ batch: z.string() }),
  answers: { 200: markDistribution, 401: errorBody, 404: errorBody },
});
