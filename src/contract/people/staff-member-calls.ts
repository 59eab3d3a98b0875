import { z } from 'zod';
import { email, name, studentParams } from '../accounts/calls.ts';
import {
  changes,
  conflictBody,
  endpoint,
  errorBody,
  fieldsBody,
  instant,
  pageLimit,
} from '../wire/endpoint.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { hasPersonName } from '../accounts/person-name.ts';
import { examinerStates, staffRoles } from './people-view.ts';

const role = z.enum(staffRoles, `role must be one of ${staffRoles.join(', ')}`);

const staffMember = z.object({
  /** Stays the same after a new email. */
  id: z.string(),
  s_id: z.string(),
  s_name: z.string(),
  role,
  /** Only examines, or did until the office removed them; the role is `mentor`. */
  examiner: z.enum(examinerStates).optional(),
  /** A mentor's own; administrators have every batch. */
  batches: z.array(z.string()),
  since: instant,
  seen_at: instant.nullable(),
  has_password: z.boolean(),
  has_second_factor: z.boolean(),
  suspended: z.boolean(),
  is_own: z.boolean(),
});
export type StaffMember = z.infer<typeof staffMember>;

const staffPage = z.object({
  members: z.array(staffMember),
  /** `after` of the next page; null at the end. */
  next: z.string().nullable(),
});
export type StaffPage = z.infer<typeof staffPage>;

export const listStaff = endpoint('GET', '/api/staff/members', {
  summary:
    'Mentors and administrators, also suspended ones, the newest account first. For the next page, `after` is the `next` of this one',
  query: z.object({
    limit: pageLimit,
    after: z.string().min(1, 'after must be the "next" value of the page before').max(100).optional(),
  }),
  answers: { 200: staffPage, 401: errorBody },
});

const batchesMessage = `batches must be at most ${limits.staffBatches} names`;
const batches = z
  .array(
    z
      .string(batchesMessage)
      .trim()
      .min(1, 'one of batches is empty')
      .max(limits.batch, `a name in batches can have at most ${limits.batch} characters`),
    batchesMessage,
  )
  .max(limits.staffBatches, batchesMessage)
  .default([]);

export const inviteStaffMember = endpoint('POST', '/api/staff/members', {
  summary:
    'Create a staff account: a mentor with `batches`, or an administrator. A link to the first password is emailed, or returned once where mail is not set up. It works once, within seven days. An email with an account is refused. Needs a recent identity check',
  takesIdempotencyKey: true,
  body: z
    .object({ email, name, role, batches })
    .refine(hasPersonName, { path: ['name'], message: messages.nameNotPlain }),
  answers: {
    400: fieldsBody,
    201: z.object({
      member: staffMember,
      /** Null if mailed. */
      link: z.string().nullable(),
      expires_at: instant,
    }),
    401: errorBody,
    404: errorBody,
    409: errorBody,
  },
});

export const changeStaffMember = endpoint('PUT', '/api/staff/members/:s_id', {
  summary:
    'Change a staff role, or add batches to a mentor; earlier ones stay. You cannot change your own role. The person gets an email about a new role. Needs a recent identity check',
  params: studentParams,
  takesIdempotencyKey: true,
  body: changes({ role, batches }),
  answers: {
    400: fieldsBody,
    200: staffMember,
    401: errorBody,
    404: errorBody,
    409: conflictBody(staffMember),
  },
});
