import { vivaSteps } from '../vivas/viva-steps.ts';
import { z } from 'zod';
import { tasks } from '../dates.ts';
import { studentName } from '../progress/calls.ts';
import { isPoints } from '../projects/rubric-rules.ts';
import { limits } from '../limits.ts';
import { isSeen } from '../unseen.ts';
import {
  changes,
  conflictBody,
  endpoint,
  errorBody,
  fieldsBody,
  instant,
  visibleText,
} from '../wire/endpoint.ts';
import { answers, hourLimits, outcomeWays, type VivaPaper, type VivaRule } from './hour.ts';

const atMost = (what: string, most: number) => `There can be at most ${most} ${what}`;
const tooLong = (what: string, max: number) =>
  `${what} can have at most ${max.toLocaleString('en')} characters`;
const pointsMessage = 'points must be a number with at most two decimals';

const asked = z.object({
  step: z.enum(vivaSteps, `step must be null or one of ${vivaSteps.join(', ')}`).nullable(),
  text: visibleText('A question', hourLimits.question),
  answered: z.enum(answers, `answered must be one of ${answers.join(', ')}`),
});

const incident = z.object({
  at: z.iso.datetime('at must be an instant or null').nullable(),
  text: visibleText('An incident', hourLimits.incident),
});

export const vivaOpinion = {
  points: z
    .array(
      z.object({
        line: z.string('line must be a text').max(20, 'line must be the id of a line'),
        points: z.number(pointsMessage).refine(isPoints, pointsMessage),
      }),
      'points must be a list',
    )
    .max(2 * hourLimits.lines, atMost('lines', 2 * hourLimits.lines)),
  words: z.string('words must be a text').max(hourLimits.words, tooLong('Your words', hourLimits.words)),
};

const paper = {
  ...vivaOpinion,
  questions: z
    .array(asked, 'questions must be a list')
    .max(hourLimits.questions, atMost('questions', hourLimits.questions)),
  incidents: z
    .array(incident, 'incidents must be a list')
    .max(hourLimits.incidents, atMost('incidents', hourLimits.incidents)),
};
export const vivaPaper = z.object(paper) satisfies z.ZodType<VivaPaper>;

const marks = z
  .number('marks must be a number from 0 to 100')
  .min(limits.marksMin, 'marks must be a number from 0 to 100')
  .max(limits.marksMax, 'marks must be a number from 0 to 100');

export const vivaOutcome = {
  marks,
  /** Why marks that lie wide apart become this one. */
  reason: z
    .string('reason must be a text')
    .trim()
    .max(hourLimits.reason, tooLong('The reason', hourLimits.reason))
    .refine((text) => text === '' || isSeen(text), 'The reason is empty')
    .default(''),
  /** For the student, once the mark is released. */
  comments: z
    .string('comments must be a text')
    .max(hourLimits.comments, tooLong('The comments', hourLimits.comments))
    .default(''),
};

const rule = {
  how: z.enum(outcomeWays, `how must be one of ${outcomeWays.join(', ')}`),
  apart: z
    .number('apart must be a number of points')
    .int('apart must be a whole number of points')
    .min(0, 'apart cannot be negative')
    .max(hourLimits.apart, `apart can be at most ${hourLimits.apart}`),
  shows_weeks: z.boolean('shows_weeks must be true or false'),
  two_mark_final: z.boolean('two_mark_final must be true or false'),
};
export const vivaRule = z.object(rule) satisfies z.ZodType<VivaRule>;

export const vivaLine = z.object({
  id: z.string(),
  text: z.string(),
  most: z.number(),
  optional: z.boolean(),
});
const given = vivaPaper.extend({ marks: z.number(), at: instant });

const vivaHour = z.object({
  student: studentName,
  batch: z.string(),
  project: z.object({ id: z.string(), name: z.string() }),
  slot: z.object({ starts_at: instant, minutes: z.number(), room: z.string(), link: z.string().nullable() }),
  rule: vivaRule,
  lines: z.array(vivaLine),
  /** Who has given marks, and no more of it. */
  panel: z.array(
    z.object({ name: z.string(), is_own: z.boolean(), gave: z.boolean(), confirmed: z.boolean() }),
  ),
  own: given.nullable(),
  /** Released or not; null until the own marks are given, unless the batch shows them. */
  weeks: z.array(z.object({ task: z.enum(tasks), marks: z.number().nullable() })).nullable(),
  /** All that were given; null until all are there, or the panel is closed. */
  papers: z.array(z.object({ name: z.string(), paper: given })).nullable(),
  /** Of the papers. */
  mean: z.number().nullable(),
  apart: z.number().nullable(),
  needs_reason: z.boolean(),
  outcome: z
    .object({ marks: z.number(), reason: z.string(), comments: z.string(), by: z.string(), at: instant })
    .nullable(),
  closed: z.object({ at: instant, by: z.string(), reason: z.string() }).nullable(),
  confirmed_at: instant.nullable(),
  /** After an absence with a reason. */
  repeat: z.literal(true).optional(),
});
export type VivaHour = z.infer<typeof vivaHour>;

const listed = z.object({
  student: studentName,
  starts_at: instant,
  panel: z.array(
    z.object({ email: z.string(), name: z.string(), gave: z.boolean(), confirmed: z.boolean() }),
  ),
  closed: z.object({ at: instant, by: z.string(), reason: z.string() }).nullable(),
  confirmed_at: instant.nullable(),
  /** After an absence with a reason. */
  repeat: z.literal(true).optional(),
});
export type ListedHour = z.infer<typeof listed>;

const vivaHours = z.object({
  batch: z.string(),
  rule: vivaRule,
  confirmed: z.number(),
  /** Those that are not confirmed first, then by time. */
  hours: z.array(listed),
});
export type VivaHours = z.infer<typeof vivaHours>;

const ofStudent = { params: z.object({ s_id: z.string() }) } as const;
const ofBatch = { params: z.object({ batch: z.string() }) } as const;

export const readVivaHour = endpoint('GET', '/api/staff/vivas/:s_id/hour', {
  summary:
    "A viva for an examiner of its panel: what to mark, the own marks, and who has given theirs. The others' marks and words once all have given theirs",
  ...ofStudent,
  answers: { 200: vivaHour, 401: errorBody, 404: errorBody },
});

export const giveVivaMarks = endpoint('PUT', '/api/staff/vivas/:s_id/marks', {
  summary:
    'Give the own marks of a viva, or correct them until all have given theirs. For the panel. 409 once all have, or the office has closed the panel',
  ...ofStudent,
  takesIdempotencyKey: true,
  body: changes(paper),
  answers: { 200: vivaHour, 400: fieldsBody, 401: errorBody, 404: errorBody, 409: conflictBody(vivaHour) },
});

export const confirmVivaOutcome = endpoint('PUT', '/api/staff/vivas/:s_id/outcome', {
  summary:
    "Confirm the outcome of a viva, or propose another one, which the others confirm again. Confirmed by all who gave marks, it is the student's unreleased mark. Marks far apart need a `reason`. For the panel",
  ...ofStudent,
  takesIdempotencyKey: true,
  body: changes(vivaOutcome),
  answers: { 200: vivaHour, 400: fieldsBody, 401: errorBody, 404: errorBody, 409: conflictBody(vivaHour) },
});

export const listVivaHours = endpoint('GET', '/api/staff/batches/:batch/viva-hours', {
  summary: `Who of each panel has given marks, and how marks become one; at most ${hourLimits.listed} vivas. For administrators`,
  ...ofBatch,
  answers: { 200: vivaHours, 401: errorBody, 404: errorBody },
});

export const setVivaRule = endpoint('PUT', '/api/staff/batches/:batch/viva-rule', {
  summary:
    "Set how a panel's marks become one, and whether two mentors mark the final project. For administrators",
  ...ofBatch,
  takesIdempotencyKey: true,
  body: changes(rule),
  answers: { 200: vivaHours, 401: errorBody, 404: errorBody, 409: conflictBody(vivaRule) },
});

const emails = 'waiting must be a list of emails';

export const closeVivaPanel = endpoint('POST', '/api/staff/vivas/:s_id/closing', {
  summary:
    'Close a panel in which somebody gives no marks, with a reason. `waiting` has those who were shown, and 409 if it has changed. Later marks stay outside. For administrators',
  ...ofStudent,
  takesIdempotencyKey: true,
  body: z.object({
    reason: visibleText('The reason', hourLimits.reason),
    waiting: z.array(z.string(emails).max(limits.email, emails), emails).max(10, emails),
  }),
  answers: { 200: listed, 401: errorBody, 404: errorBody, 409: errorBody },
});
