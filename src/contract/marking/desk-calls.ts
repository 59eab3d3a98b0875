import { z } from 'zod';
import { tasks } from '../dates.ts';
import { endpoint, errorBody } from '../wire/endpoint.ts';
import { rubricLine } from '../projects/rubric-calls.ts';
import { staffSubmission } from './calls.ts';

/** A submission with what a mentor needs beside it. */
const deskSubmission = staffSubmission.extend({
  project: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The task's current rubric; absent without one. */
  rubric_lines: z.array(rubricLine).optional(),
  /** Receipt number of the task's newest version. */
  newest: z.string(),
  /** Marks of the student's other tasks, released or not. */
  other_marks: z.array(
    z.object({
      task: z.enum(tasks),
      version: z.number(),
      marks: z.number(),
      comments: z.string(),
      released: z.boolean(),
    }),
  ),
});
export type DeskSubmission = z.infer<typeof deskSubmission>;

export const readStaffSubmission = endpoint('GET', '/api/staff/submissions/:id', {
  summary: "One submission for marking, with the student's project and the marks of other tasks",
  params: z.object({ id: z.string() }),
  answers: { 200: deskSubmission, 401: errorBody, 404: errorBody },
});
