import { z } from 'zod';
import { studentName } from '../progress/calls.ts';
import {
  changes,
  conflictBody,
  endpoint,
  errorBody,
  fieldsBody,
  instant,
  visibleText,
} from '../wire/endpoint.ts';
import { hourLimits } from './hour.ts';
import { vivaLine, vivaOpinion, vivaOutcome, vivaRule } from './hour-calls.ts';

const given = z.object(vivaOpinion).extend({ marks: z.number(), at: instant });

const finalMarks = z.object({
  number: z.string(),
  version: z.number(),
  student: studentName,
  rule: vivaRule.pick({ how: true, apart: true }),
  lines: z.array(vivaLine),
  /** The task's newest version, which alone is marked. */
  newest: z.object({ number: z.string(), version: z.number() }),
  /** For which the own marks were, before this version came in; null for none. */
  earlier_version: z.number().nullable(),
  /** Who has given marks, and no more of it. */
  markers: z.array(z.object({ name: z.string(), is_own: z.boolean(), confirmed: z.boolean() })),
  own: given.nullable(),
  /** False once two have, unless their marks lie wide apart. */
  may_give: z.boolean(),
  /** All that were given; null until two have, and for those who have given none. */
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
});
export type FinalMarks = z.infer<typeof finalMarks>;

const ofVersion = { params: z.object({ id: z.string() }) } as const;
const answers = { 200: finalMarks, 401: errorBody, 404: errorBody, 409: conflictBody(finalMarks) } as const;

export const readFinalMarks = endpoint('GET', '/api/staff/submissions/:id/own-marks', {
  summary:
    "A final project that two mentors mark, each alone: what to mark, the own marks, and who has given theirs. The others' marks and words once two have. 409 where one mentor marks it",
  ...ofVersion,
  answers,
});

export const giveFinalMarks = endpoint('PUT', '/api/staff/submissions/:id/own-marks', {
  summary:
    'Give the own marks of a final project, or correct them until two have given theirs. A third mentor can, where marks lie wide apart. 409 for an earlier version',
  ...ofVersion,
  takesIdempotencyKey: true,
  body: changes(vivaOpinion),
  answers: { ...answers, 400: fieldsBody },
});

export const confirmFinalOutcome = endpoint('PUT', '/api/staff/submissions/:id/outcome', {
  summary:
    "Confirm the outcome of a final project, or propose another one, which the others confirm again. Confirmed by all who gave marks, it is the version's unreleased mark. Marks far apart need a `reason`",
  ...ofVersion,
  takesIdempotencyKey: true,
  body: changes(vivaOutcome),
  answers: { ...answers, 400: fieldsBody },
});

export const closeFinalMarks = endpoint('POST', '/api/staff/submissions/:id/closing', {
  summary:
    'Let the marks of one mentor count alone, with a reason, where nobody else gives any. 409 once two have. For administrators',
  ...ofVersion,
  takesIdempotencyKey: true,
  body: z.object({ reason: visibleText('The reason', hourLimits.reason) }),
  answers,
});
