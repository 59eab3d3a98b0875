import { z } from 'zod';
import { email, name, studentParams } from '../accounts/calls.ts';
import { hasPersonName } from '../accounts/person-name.ts';
import { messages } from '../messages.ts';
import {
  conflictBody,
  endpoint,
  errorBody,
  fieldsBody,
  instant,
  nothing,
  removalOf,
} from '../wire/endpoint.ts';

export const inviteExaminer = endpoint('POST', '/api/staff/examiners', {
  summary:
    'Invite somebody to examine, also again after a removal. They see the students of their vivas and nothing else. Their first password as for other staff. An email with another account is refused. Needs a recent identity check. For administrators',
  takesIdempotencyKey: true,
  body: z.object({ email, name }).refine(hasPersonName, { path: ['name'], message: messages.nameNotPlain }),
  answers: {
    400: fieldsBody,
    201: z.object({
      examiner: z.object({ s_id: z.string(), s_name: z.string(), has_password: z.boolean() }),
      /** To the first password; null if mailed, and with a password. */
      link: z.string().nullable(),
      expires_at: instant,
    }),
    401: errorBody,
    409: errorBody,
  },
});

const path = '/api/staff/examiners/:s_id';

const open = {
  /** Vivas that they are to examine. */
  to_come: z.number(),
  /** Vivas that are over, without a released result. */
  without_result: z.number(),
};

const examiner = z.object({
  invited_at: instant,
  removed_at: instant.nullable(),
  ...open,
  /** Of these vivas. */
  batches: z.array(z.string()),
});
export type Examiner = z.infer<typeof examiner>;

export const readExaminer = endpoint('GET', path, {
  summary: 'The open work of an examiner. For administrators',
  params: studentParams,
  answers: { 200: examiner, 401: errorBody, 404: errorBody },
});

export const removeExaminer = endpoint('DELETE', path, {
  summary:
    'Remove an examiner: they see no student any more and are in no plan. Their texts stay, and so do their vivas until the office moves them. `began` is the open work that was seen: 409 with `current` if it is more or less now. Needs a recent identity check. For administrators',
  params: studentParams,
  takesIdempotencyKey: true,
  body: removalOf(open),
  answers: { 204: nothing, 401: errorBody, 404: errorBody, 409: conflictBody(examiner) },
});
