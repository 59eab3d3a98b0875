import { z } from 'zod';
import { currentPassword, currentPasswordIfAny, email, name, password, phone } from './calls.ts';
import { consentState, guardianView } from './consent-calls.ts';
import { changes, conflictBody, endpoint, errorBody, instant, nothing } from '../wire/endpoint.ts';
import { messages } from '../messages.ts';
import { noticeMailChoice } from '../notices/calls.ts';
import { hasPersonName } from './person-name.ts';

/** `device`: shortened user agent. */
const session = z.object({
  id: z.string(),
  device: z.string().nullable(),
  began_at: instant,
  used_at: instant,
  is_this: z.boolean(),
});

const factor = z.object({
  id: z.string(),
  kind: z.enum(['passkey', 'app']),
  name: z.string(),
  added_at: instant,
  used_at: instant.nullable(),
});

const secondFactor = z.object({
  /** Passkeys need PUBLIC_URL. */
  offers_passkeys: z.boolean(),
  factors: z.array(factor),
  recovery_codes_left: z.number(),
  /** Identity was confirmed recently, as changes require. */
  is_proven: z.boolean(),
});

const ownAccount = z.object({
  s_id: z.string(),
  s_name: z.string(),
  phone: z.string().nullable(),
  /** False where the academy's login is the only one; absent in earlier answers. */
  has_password: z.boolean().optional(),
  /** Replaces `s_id` once confirmed. */
  new_email: z.string().nullable(),
  deletion_asked_at: instant.nullable(),
  /** Most recently used first. */
  sessions: z.array(session),
  second_factor: secondFactor,
  mails: z.array(noticeMailChoice),
  /** Only students'. */
  consents: z.array(consentState).optional(),
  /** Only where the office knows the holder to be under 18. */
  guardian: guardianView.optional(),
});
export type OwnAccount = z.infer<typeof ownAccount>;

const done = z.object({ message: z.string() });
const refusals = { 401: errorBody, 409: errorBody } as const;

export const readOwnAccount = endpoint('GET', '/api/account', {
  summary: "The user's own account: name, phone, sessions, and pending requests",
  answers: { 200: ownAccount, 401: errorBody },
});

export const changeProfile = endpoint('PUT', '/api/account/profile', {
  summary: 'Change name and phone; only staff may leave the phone empty',
  takesIdempotencyKey: true,
  body: changes({ name, phone: z.union([phone, z.literal('')], messages.phoneInvalid) }).refine(
    hasPersonName,
    {
      path: ['name'],
      message: messages.nameNotPlain,
    },
  ),
  answers: { 200: done, ...refusals, 409: conflictBody(ownAccount.pick({ s_name: true, phone: true })) },
});

export const changePassword = endpoint('PUT', '/api/account/password', {
  summary: 'Change the password; all other sessions end. `advice` says why the new password is weak',
  takesIdempotencyKey: true,
  body: z.object({ current_password: currentPassword, password }),
  answers: { 200: done.extend({ advice: z.string().nullable() }), ...refusals },
});

export const changeEmail = endpoint('PUT', '/api/account/email', {
  summary: 'Request a new email, with the password; it applies once the link emailed there is used',
  takesIdempotencyKey: true,
  body: z.object({ current_password: currentPasswordIfAny, email }),
  answers: { 200: done, ...refusals },
});

export const withdrawEmail = endpoint('DELETE', '/api/account/email', {
  summary: 'Withdraw the request for a new email; the link emailed there stops working',
  answers: { 204: nothing, 401: errorBody },
});

export const endSession = endpoint('DELETE', '/api/account/sessions/:id', {
  summary: 'End one session; does nothing for an ended one',
  params: z.object({ id: z.string() }),
  answers: { 204: nothing, 401: errorBody },
});

export const endOtherSessions = endpoint('DELETE', '/api/account/sessions', {
  summary: 'End every session except the current one',
  takesIdempotencyKey: true,
  answers: { 204: nothing, ...refusals },
});

export const askDeletion = endpoint('POST', '/api/account/deletion', {
  summary: 'Ask the office to delete the account, with the password; the office decides',
  takesIdempotencyKey: true,
  body: z.object({ current_password: currentPasswordIfAny }),
  answers: { 200: done, ...refusals },
});

export const withdrawDeletion = endpoint('DELETE', '/api/account/deletion', {
  summary: 'Cancel the deletion request',
  takesIdempotencyKey: true,
  answers: { 200: done, ...refusals },
});
