import { z } from 'zod';
import { email } from '../accounts/calls.ts';
import { studentName } from '../progress/calls.ts';
import { conflictBody, endpoint, errorBody, fieldsBody, localDay } from '../wire/endpoint.ts';

const person = z.object({ email: z.string(), name: z.string() });

/** `examiner`: another one at the same time; `time`: another time; `none`: no place, and nothing changes. */
export const absenceWays = ['examiner', 'time', 'none'] as const;

const move = z.object({
  student: studentName,
  way: z.enum(absenceWays),
  /** `YYYY-MM-DDTHH:MM`, in the academy's zone; the same where the time stays. */
  from: z.string(),
  to: z.string(),
  room: z.string(),
  examiners: z.array(person),
  /** Of `none`, in words. */
  why: z.string().nullable(),
});

const absence = z.object({
  batch: z.string(),
  /** With vivas from now on, and who examines in the batch: what can be chosen. */
  days: z.array(z.string()),
  examiners: z.array(person),
  /** Null before they are chosen. */
  examiner: person.nullable(),
  day: z.string().nullable(),
  /** Who is free during each of these vivas. */
  free: z.array(person),
  /** In order of time. */
  moves: z.array(move),
});
export type Absence = z.infer<typeof absence>;

const path = '/api/staff/batches/:batch/viva-plan/absence';
const params = z.object({ batch: z.string() });

export const readAbsence = endpoint('GET', path, {
  summary:
    'The changes if an examiner were away on a day: another examiner at the same time, else another time, else the reason. Stores nothing. For administrators',
  params,
  query: z.object({
    examiner: z.string().max(254, 'There is no such examiner').optional(),
    day: localDay('day').optional(),
  }),
  answers: { 200: absence, 401: errorBody, 404: errorBody },
});

export const replaceExaminer = endpoint('POST', path, {
  summary:
    'Store what `readAbsence` has shown: `moves` are those, and 409 if they have changed since. The examiner has no hours on this day any more. Students are told with the next publishing. For administrators',
  params,
  takesIdempotencyKey: true,
  body: z.object({
    examiner: email,
    day: localDay('day'),
    moves: z
      .array(
        z.object({
          s_id: z.string(),
          to: z.string(),
          room: z.string(),
          examiners: z.array(z.string()).max(3),
        }),
        'moves must be a list',
      )
      .max(500, 'There can be at most 500 moves'),
  }),
  answers: {
    200: absence,
    400: fieldsBody,
    401: errorBody,
    404: errorBody,
    409: conflictBody(absence),
  },
});
