import { z } from 'zod';
import { consentFields, email, name, password, phone, token } from '../accounts/calls.ts';
import { endpoint, errorBody, instant } from '../wire/endpoint.ts';
import { invitationFilters, invitationStates, printedAtOnce } from './intake-fields.ts';
import { messages } from '../messages.ts';
import { hasPersonName } from '../accounts/person-name.ts';

const invitedPerson = z.object({
  s_id: z.string(),
  name: z.string().nullable(),
  batch: z.string().nullable(),
  state: z.enum(invitationStates),
  way: z.enum(['mail', 'print']).nullable(),
  invited_at: instant.nullable(),
  expires_at: instant.nullable(),
  /** Opens a chat about a live invitation, without its link. */
  whatsapp: z.string().optional(),
});
export type InvitedPerson = z.infer<typeof invitedPerson>;

const filter = z.enum(invitationFilters, `state must be one of ${invitationFilters.join(', ')}`);

export const listInvitations = endpoint('GET', '/api/staff/invitations', {
  summary: 'Imported people and the status of their invitations, by email, 50 at a time',
  query: z.object({
    state: filter.optional(),
    batch: z.string().max(80).optional(),
    after: z.string().max(254).optional(),
  }),
  answers: {
    200: z.object({
      people: z.array(invitedPerson),
      more: z.boolean(),
      counts: z.record(z.enum(invitationStates), z.number()),
      batches: z.array(z.string()),
    }),
    401: errorBody,
    404: errorBody,
  },
});

const whom = z.object({
  /** Those not invited yet; null for every batch. */
  batch: z.string('batch must be a name, or null').max(80, 'batch must be a name, or null').nullable(),
  /** Instead: these, invited before or not. */
  emails: z.array(email).max(printedAtOnce, `At most ${printedAtOnce} addresses at once`).optional(),
});

const answers = { 401: errorBody, 404: errorBody, 409: errorBody };

export const sendInvitations = endpoint('POST', '/api/staff/invitations/send', {
  summary: 'Mail invitations to everybody of a batch not invited yet, or to some addresses',
  takesIdempotencyKey: true,
  body: whom,
  answers: { 200: z.object({ invited: z.number() }), ...answers },
});

const printed = z.object({
  s_id: z.string(),
  name: z.string().nullable(),
  batch: z.string().nullable(),
  /** Shown once: the database keeps its hash. */
  link: z.string(),
  expires_at: instant,
  /** Opens a chat with the link. */
  whatsapp: z.string().optional(),
  /** QR code: an SVG path. */
  qr: z.object({ size: z.number(), path: z.string() }),
});
export type PrintedInvitation = z.infer<typeof printed>;

export const printInvitations = endpoint('POST', '/api/staff/invitations/print', {
  summary: `Create invitations to print, at most ${printedAtOnce} at once; their links are shown once`,
  body: whom,
  answers: { 200: z.object({ invitations: z.array(printed), left: z.number() }), ...answers },
});

export const revokeInvitations = endpoint('POST', '/api/staff/invitations/revoke', {
  summary: 'Withdraw invitations; their links stop working',
  takesIdempotencyKey: true,
  body: z.object({
    emails: z
      .array(email)
      .min(1, 'Choose whose invitation to withdraw')
      .max(printedAtOnce, `At most ${printedAtOnce} addresses at once`),
  }),
  answers: { 200: z.object({ revoked: z.number() }), ...answers },
});

const openInvitation = z.object({
  state: z.literal('open'),
  email: z.string(),
  name: z.string().nullable(),
  batch: z.string().nullable(),
  course: z.string().nullable(),
  until: instant,
  asks_phone: z.boolean(),
  /** Its holder logs in to be confirmed and placed. */
  has_account: z.boolean(),
  is_own: z.boolean(),
});
const closedInvitation = z.object({ state: z.enum(['used', 'expired', 'revoked', 'unknown']) });
const invitation = z.union([openInvitation, closedInvitation]);
export type Invitation = z.infer<typeof invitation>;
export type OpenInvitation = z.infer<typeof openInvitation>;

export const readInvitation = endpoint('GET', '/api/auth/invitation', {
  summary: 'Read an invitation by the token of its link, without using it',
  query: z.object({ token }),
  answers: { 200: invitation },
});

export const acceptInvitation = endpoint('POST', '/api/auth/invitation', {
  summary: 'Create the invited account with a confirmed email, its batch and its score',
  body: z
    .object({
      token,
      /** Where the invitation has none. */
      name: name.optional(),
      phone: phone.optional(),
      password,
      ...consentFields,
      terms: z.literal(true, messages.termsRequired),
    })
    .refine(({ name: typed }) => typed === undefined || hasPersonName({ name: typed }), {
      path: ['name'],
      message: messages.nameNotPlain,
    }),
  answers: { 201: z.object({ message: z.string(), email: z.string() }), 409: errorBody },
});

export const joinByInvitation = endpoint('POST', '/api/account/invitation', {
  summary: 'Confirm and place the logged-in account by an invitation to its email',
  body: z.object({ token }),
  answers: {
    200: z.object({ message: z.string(), batch: z.string().nullable() }),
    401: errorBody,
    409: errorBody,
  },
});
