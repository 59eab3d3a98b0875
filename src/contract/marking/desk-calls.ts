import { z } from 'zod';
import { tasks } from '../dates.ts';
import { endpoint, errorBody } from '../wire/endpoint.ts';
import { rubricLine } from '../projects/rubric-calls.ts';
import { staffSubmission } from './calls.ts';

/** A hand-in with what a mentor needs beside it. */
const deskSubmission = staffSubmission.extend({
  project: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The lines by which this task of the project is marked now; absent where it has no rubric. */
  rubric_lines: z.array(rubricLine).optional(),
  /** The receipt number of the newest version of this task. */
  newest: z.string(),
  /** The marks of the newest versions of the student's other tasks, released or not. */
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
  summary: "One hand-in as a mentor marks it: with the student's project and the marks of the other tasks",
  params: z.object({ id: z.string() }),
  answers: { 200: deskSubmission, 401: errorBody, 404: errorBody },
});
