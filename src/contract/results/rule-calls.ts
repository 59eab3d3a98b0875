import { z } from 'zod';
import { tasks, type Task } from '../dates.ts';
import { limits } from '../limits.ts';
import { changes, conflictBody, endpoint, errorBody, fieldsBody, instant } from '../wire/endpoint.ts';
import { parts, ruleLimits, type ResultRule } from './rule.ts';

const aNumber = (name: string) => z.number(`${name} must be a number`);

const weights = z
  .object(
    Object.fromEntries(tasks.map((task) => [task, aNumber(`The weight of ${task}`)])) as Record<
      Task,
      z.ZodNumber
    >,
    `weights must be null, or have a number for each of ${tasks.join(', ')}`,
  )
  .nullable();

const late = z
  .object(
    {
      points: aNumber('points'),
      each: z.enum(['day', 'once'], 'each must be day or once'),
      most: aNumber('most').nullable(),
    },
    'late must be null, or have points, each and most',
  )
  .nullable();

const minimum = z.object({
  of: z.enum(parts, `of must be one of ${parts.join(', ')}`),
  marks: aNumber('marks'),
});
const grade = z.object({
  from: aNumber('from'),
  word: z
    .string('word must be a text')
    .trim()
    .max(ruleLimits.gradeWord, `A grade can have at most ${ruleLimits.gradeWord} characters`),
});

/** `checkRule` says what is wrong beyond the shape. */
const rule = {
  weights,
  best_weeks: z.literal([1, 2, 3], 'best_weeks must be null, 1, 2 or 3').nullable(),
  pass_mark: aNumber('pass_mark').nullable(),
  minimums: z
    .array(minimum, 'minimums must be a list')
    .max(parts.length, `There can be at most ${parts.length} minimums`),
  late,
  decimals: z.literal([0, 1, 2], 'decimals must be 0, 1 or 2'),
  grades: z
    .array(grade, 'grades must be a list')
    .max(ruleLimits.grades, `There can be at most ${ruleLimits.grades} grades`),
};

/** As stored, in this order. */
export const resultRule = z.object(rule) satisfies z.ZodType<ResultRule>;

/** Older ones are in the audit log. */
export const shownVersions = 20;
export const copiedBatches = 50;

const ruleVersion = z.object({
  version: z.number(),
  /** In plain sentences, as students read it. */
  sentences: z.array(z.string()),
  reason: z.string().nullable(),
  made_by: z.string(),
  made_at: instant,
});

const batchRule = z.object({
  batch: z.string(),
  /** 0: the portal's own rule. */
  version: z.number(),
  rule: resultRule,
  sentences: z.array(z.string()),
  /** A mark of the batch is released: a change needs a reason, and students are told. */
  needs_reason: z.boolean(),
  /** Newest first. */
  versions: z.array(ruleVersion),
  /** Other batches whose rule can be copied, newest first; for administrators. */
  copies: z.array(z.string()),
});
export type BatchRule = z.infer<typeof batchRule>;

export const readResultRule = endpoint('GET', '/api/staff/batches/:batch/result-rule', {
  summary: `The rule of a batch's results, its newest ${shownVersions} versions, and for administrators up to ${copiedBatches} batches to copy from`,
  params: z.object({ batch: z.string() }),
  answers: { 200: batchRule, 401: errorBody, 404: errorBody },
});

export const setResultRule = endpoint('PUT', '/api/staff/batches/:batch/result-rule', {
  summary:
    'Make the next version of the rule; the same rule again makes none. Once a mark of the batch is released it needs a `reason`, and every student is told. For administrators',
  params: z.object({ batch: z.string() }),
  takesIdempotencyKey: true,
  body: changes({
    ...rule,
    reason: z
      .string('reason must be a text')
      .trim()
      .max(limits.reason, `The reason can have at most ${limits.reason.toLocaleString('en')} characters`)
      .default(''),
  }),
  answers: {
    200: batchRule,
    400: fieldsBody,
    401: errorBody,
    404: errorBody,
    409: conflictBody(batchRule),
  },
});
