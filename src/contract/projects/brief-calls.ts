import { z } from 'zod';
import { studentParams } from '../accounts/calls.ts';
import { tasks } from '../dates.ts';
import { changes, conflictBody, endpoint, errorBody, instant } from '../wire/endpoint.ts';
import { limits } from '../limits.ts';
import { rubricLine } from './rubric-calls.ts';

/** `html`: null if it looks like plain text. */
const brief = z.object({
  task: z.enum(tasks),
  text: z.string(),
  html: z.string().nullable(),
  changed_at: instant.nullable(),
});
export type Brief = z.infer<typeof brief>;

/** What a task asks for and how it is marked: the text is empty without a brief, and `rubric` without lines. */
const briefWithRubric = brief.extend({
  rubric: z.array(rubricLine.pick({ text: true, points: true, optional: true })),
});
export type BriefWithRubric = z.infer<typeof briefWithRubric>;

/** `text` is '' for none. */
const submissionBrief = brief.extend({ project: z.object({ id: z.string(), name: z.string() }).nullable() });
export type SubmissionBrief = z.infer<typeof submissionBrief>;

export const listBriefs = endpoint('GET', '/api/projects/briefs/:p_id', {
  summary: 'The task instructions and rubrics of a project; an unknown project has none',
  params: z.object({ p_id: z.string() }),
  answers: { 200: z.array(briefWithRubric), 401: errorBody },
});

export const readOwnBriefs = endpoint('GET', '/api/students/briefs/:s_id', {
  summary: "The task instructions and rubrics of a student's project; none before the choice",
  params: studentParams,
  answers: { 200: z.array(briefWithRubric), 401: errorBody, 404: errorBody },
});

export const readSubmissionBrief = endpoint('GET', '/api/staff/submissions/:id/brief', {
  summary: "The instructions for a submission's project and task",
  params: z.object({ id: z.string() }),
  answers: { 200: submissionBrief, 401: errorBody, 404: errorBody },
});

const text = z
  .string('text must be a text')
  .trim()
  .max(limits.brief, `Instructions can have at most ${limits.brief.toLocaleString('en')} characters`);

export const setBrief = endpoint('PUT', '/api/staff/projects/:p_id/briefs/:task', {
  summary:
    'Set the instructions for a task, as Markdown; an empty text removes them. With `original`, the text that was seen, a change by others is 409 with `current`',
  params: z.object({
    p_id: z.string(),
    task: z.enum(tasks, `task must be one of ${tasks.join(', ')}`),
  }),
  takesIdempotencyKey: true,
  body: changes({ text, original: z.string('original must be the text that was seen').optional() }),
  answers: { 200: brief, 401: errorBody, 404: errorBody, 409: conflictBody(brief) },
});
