import { z } from 'zod';
import { studentParams } from '../accounts/calls.ts';
import { limits } from '../limits.ts';
import { changes, conflictBody, endpoint, errorBody, fieldsBody, instant } from '../wire/endpoint.ts';
import { isDay } from '../dates.ts';
import { nameLineLimits, nameLineMessages, nameLineProblem, tidyNameLine } from './name-line.ts';

/** Who of the family confirmed the line of a student under 18, how (a call, a letter), and on which day. */
const guardian = z.object({ name: z.string(), how: z.string(), on: z.string() });

export const certificateName = z.object({
  s_id: z.string(),
  s_name: z.string(),
  /** To the letter as certificates show it; null until it is confirmed. */
  line: z.string().nullable(),
  confirmed_at: instant.nullable(),
  confirmed_by: z.enum(['student', 'office']).nullable(),
  /** For the student and the office. */
  guardian: guardian.nullable(),
  /** The account's name; empty where it cannot be printed. */
  offered: z.string(),
  /** The student is under 18: the office confirms, with the guardian. */
  by_guardian: z.boolean(),
});
export type CertificateName = z.infer<typeof certificateName>;

const line = z
  .string(nameLineMessages.required)
  .max(nameLineLimits.units, nameLineMessages.tooLong)
  .refine((text) => nameLineProblem(text) === null, {
    error: ({ input }) => nameLineProblem(String(input)) ?? '',
  })
  .transform(tidyNameLine);

export const readCertificateName = endpoint('GET', '/api/students/certificateName/:s_id', {
  summary: 'The line of the name that certificates of this student show, and who confirmed it',
  params: studentParams,
  answers: { 200: certificateName, 401: errorBody, 404: errorBody },
});

export const confirmCertificateName = endpoint('PUT', '/api/students/certificateName/:s_id', {
  summary:
    'Confirm the line of the name, once; 409 with the confirmed line, and for a student under 18. Corrections are the office’s',
  params: studentParams,
  takesIdempotencyKey: true,
  body: z.object({ line }),
  answers: { 200: certificateName, 401: errorBody, 409: conflictBody(certificateName) },
});

const upTo = (what: string, max: number) =>
  z
    .string(`${what} must be a text`)
    .trim()
    .max(max, `${what} can have at most ${max} characters`)
    .default('');

export const correctCertificateName = endpoint('PUT', '/api/staff/people/:s_id/certificate-name', {
  summary:
    'Confirm or correct the line of a name for the office. With a guardian’s name, `guardian_how` and `guardian_on` say how and when it was confirmed; otherwise a reason is required. For administrators',
  params: studentParams,
  takesIdempotencyKey: true,
  body: changes({
    line,
    reason: upTo('The reason', limits.reason),
    guardian: upTo('The guardian’s name', nameLineLimits.guardian),
    guardian_how: upTo('How the guardian confirmed', nameLineLimits.how),
    /** In the academy's zone. */
    guardian_on: z
      .union(
        [z.literal(''), z.string().refine(isDay)],
        'guardian_on must be a day from 2000 to 2099, YYYY-MM-DD',
      )
      .default(''),
  }),
  answers: {
    200: certificateName,
    400: fieldsBody,
    401: errorBody,
    404: errorBody,
    409: conflictBody(certificateName),
  },
});

const ofBatch = { params: z.object({ batch: z.string() }) } as const;

const unconfirmedNames = z.object({
  students: z.number(),
  unconfirmed: z.number(),
  /** In order of signup, at most 500. `by_guardian`: the office confirms. */
  list: z.array(z.object({ s_id: z.string(), s_name: z.string(), by_guardian: z.boolean() })),
});
export type UnconfirmedNames = z.infer<typeof unconfirmedNames>;

export const listUnconfirmedNames = endpoint('GET', '/api/staff/batches/:batch/certificate-names', {
  summary: 'Students of a batch who have not confirmed the name for their certificate',
  ...ofBatch,
  answers: { 200: unconfirmedNames, 401: errorBody, 404: errorBody },
});

export const remindOfNames = endpoint('POST', '/api/staff/batches/:batch/certificate-names/reminder', {
  summary:
    'Remind students of a batch to confirm their name, with a notice and the daily email; at most once a day. `reminded`: how many were not reminded yet today',
  ...ofBatch,
  takesIdempotencyKey: true,
  answers: { 200: z.object({ reminded: z.number() }), 401: errorBody, 404: errorBody, 409: errorBody },
});
