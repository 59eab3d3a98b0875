import { z } from 'zod';
import { studentParams } from '../accounts/calls.ts';
import { tasks } from '../dates.ts';
import { endpoint, errorBody, instant } from '../wire/endpoint.ts';
import type { Result } from './result.ts';
import { parts } from './rule.ts';

const states = ['complete', 'incomplete', 'excused'] as const;
export const statuses = ['marked', 'not_submitted', 'absent', 'excused', 'open'] as const;

/** What one can say of a result in a list. */
const figures = {
  state: z.enum(states),
  result: z.number().nullable(),
  /** The mean of what counts so far; of an incomplete one alone. */
  so_far: z.number().nullable(),
  /** Null without a pass mark or minimum, and unless complete. */
  passed: z.boolean().nullable(),
  grade: z.string().nullable(),
};
export const resultFigures = z.object(figures);
export type ResultFigures = z.infer<typeof resultFigures>;

const line = z.object({
  task: z.enum(tasks),
  status: z.enum(statuses),
  marks: z.number().nullable(),
  late_days: z.number(),
  late_cost: z.number(),
  counted: z.number().nullable(),
  counts: z.boolean(),
  /** Of the result's `weights`. */
  weight: z.number(),
  without_weight: z.literal(true).optional(),
  under_review: z.boolean(),
});

const minimum = z.object({
  of: z.enum(parts),
  marks: z.number(),
  has: z.number().nullable(),
  fails: z.boolean(),
});

export const result = z.object({
  ...figures,
  weights: z.number(),
  lines: z.array(line),
  minimums: z.array(minimum),
}) satisfies z.ZodType<Result>;

const studentResult = result.extend({
  rule: z.object({
    /** 0: the portal's own. */
    version: z.number(),
    sentences: z.array(z.string()),
    /** Of this version: why it was made, and when. */
    reason: z.string().nullable(),
    made_at: instant.nullable(),
  }),
  /** With 0 and with 100 in all that is open, and one sentence about passing; null where there is nothing to say. */
  reach: z.object({
    least: z.number().nullable(),
    most: z.number().nullable(),
    sentence: z.string().nullable(),
  }),
  /** The sheet that has it: nothing of it changes. Absent where it is not frozen, and once the office has opened it. */
  frozen: z.object({ batch: z.string(), number: z.number(), at: instant }).optional(),
  /** With marks that the student cannot see yet; for staff. */
  with_unreleased: resultFigures.optional(),
});
export type StudentResult = z.infer<typeof studentResult>;

export const readResult = endpoint('GET', '/api/students/result/:s_id', {
  summary:
    "A student's result by the batch's rule, from released marks; what can still be reached. Staff also get it with unreleased marks",
  params: studentParams,
  answers: { 200: studentResult, 401: errorBody, 404: errorBody },
});

/** In lists of staff: as the student can know it, and with unreleased marks. */
export const listedResult = z.object({ released: resultFigures, with_unreleased: resultFigures });
export type ListedResult = z.infer<typeof listedResult>;
