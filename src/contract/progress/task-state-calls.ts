import { z } from 'zod';
import { tasks } from '../dates.ts';
import { endpoint, errorBody } from '../wire/endpoint.ts';

/** Students by the state of a task, as the list shows it: each is in one. */
const taskStates = z.object({
  task: z.enum(tasks),
  /** It has not opened for them; also those without a project. */
  locked: z.number(),
  unsubmitted: z.number(),
  unmarked: z.number(),
  unreleased: z.number(),
  released: z.number(),
});
export type TaskStates = z.infer<typeof taskStates>;

export const countTaskStates = endpoint('GET', '/api/staff/batches/:batch/task-states', {
  scope: 'batch:read',
  summary: 'How many students of a batch have each task in which state',
  params: z.object({ batch: z.string() }),
  answers: {
    200: z.object({ students: z.number(), tasks: z.array(taskStates) }),
    401: errorBody,
    404: errorBody,
  },
});
