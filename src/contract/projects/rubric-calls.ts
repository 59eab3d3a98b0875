import { z } from 'zod';
import { tasks } from '../dates.ts';
import { changes, conflictBody, endpoint, errorBody, removalOf } from '../wire/endpoint.ts';
import { limits } from '../limits.ts';
import { isPoints } from './rubric-rules.ts';
import { isSeen } from '../unseen.ts';

/** `id`: an immutable version; `line`: of all versions; `optional`: extra points. */
export const rubricLine = z.object({
  id: z.string(),
  line: z.string(),
  text: z.string(),
  points: z.number(),
  optional: z.boolean(),
});
export type RubricLine = z.infer<typeof rubricLine>;

/** Of that time; for staff why the mark differs. */
export const markRubric = z.object({
  lines: z.array(rubricLine.omit({ optional: true })),
  reason: z.string().nullable(),
});
export type MarkRubric = z.infer<typeof markRubric>;

const rubric = z.object({
  project: z.object({ id: z.string(), name: z.string(), course: z.string() }),
  task: z.enum(tasks),
  lines: z.array(rubricLine),
  /** Unreleased marks by outdated lines. */
  outdated: z.number(),
});
export type Rubric = z.infer<typeof rubric>;

const pointsMessage = `points must be a number from -${limits.marksMax} to ${limits.marksMax}, with at most two decimals`;
const textMessage = `a line's text must have 1 to ${limits.rubricLine} characters, on one line`;

const typedLine = z.object(
  {
    /** Absent if new. */
    id: z.string('id must be that of a line').max(20, 'id must be that of a line').optional(),
    text: z
      .string(textMessage)
      .trim()
      .min(1, textMessage)
      .refine(isSeen, textMessage)
      .max(limits.rubricLine, textMessage)
      .regex(/^[^\r\n]*$/, textMessage),
    points: z.number(pointsMessage).refine(isPoints, pointsMessage),
    optional: z.boolean('optional must be true or false').default(false),
  },
  'lines must be a list of lines, each with text and points',
);
export type TypedLine = z.output<typeof typedLine>;

const originalMessage = 'original must be a list of the ids that were seen';
const manyLines = `a rubric can have at most ${limits.rubricLines} lines`;
const params = z.object({
  p_id: z.string(),
  task: z.enum(tasks, `task must be one of ${tasks.join(', ')}`),
});

export const readRubric = endpoint('GET', '/api/staff/projects/:p_id/rubric/:task', {
  summary: "The rubric of a project's task",
  params,
  answers: { 200: rubric, 401: errorBody, 404: errorBody },
});

export const changeRubric = endpoint('PUT', '/api/staff/projects/:p_id/rubric/:task', {
  summary:
    'Change the rubric of a project’s task; marks do not change. With `original`, the ids that were seen, a change by others is 409 with `current`',
  params,
  takesIdempotencyKey: true,
  body: changes({
    lines: z
      .array(typedLine, 'lines must be a list of lines, each with text and points')
      .max(limits.rubricLines, manyLines),
    original: z.array(z.string(originalMessage), originalMessage).max(100, originalMessage),
  }),
  answers: { 200: rubric, 401: errorBody, 404: errorBody, 409: conflictBody(rubric) },
});

export const remarkByRubric = endpoint('POST', '/api/staff/projects/:p_id/rubric/:task/remark', {
  summary:
    'Recalculate unreleased marks that use an older rubric; at most 200, `left` says how many remain. `began.rubric` has the ids of the lines that were shown, and 409 with `current` if they have changed',
  params,
  takesIdempotencyKey: true,
  body: removalOf({ rubric: z.array(z.string()) }),
  answers: {
    200: z.object({ remarked: z.number(), left: z.number() }),
    401: errorBody,
    404: errorBody,
    409: conflictBody(rubric),
  },
});
