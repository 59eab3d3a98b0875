import { z } from 'zod';
import { consentFields, email, name, password, phone, token } from '../accounts/calls.ts';
import { beganWith, conflictBody, endpoint, errorBody, instant, nothing } from '../wire/endpoint.ts';
import { invitationFilters, invitationStates, printedAtOnce } from './import-fields.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { codeWords } from './invitation-code-words.ts';
import { hasPersonName } from '../accounts/person-name.ts';

const invitedPerson = z.object({
  s_id: z.string(),
  name: z.string().nullable(),
  batch: z.string().nullable(),
  state: z.enum(invitationStates),
  way: z.enum(['mail', 'print']).nullable(),
  invited_at: instant.nullable(),
  expires_at: instant.nullable(),
  /** On a sheet that was made and not printed. */
  awaits_print: z.boolean(),
  /** Opens a chat about a live invitation, without its link. */
  whatsapp: z.string().optional(),
});
export type InvitedPerson = z.infer<typeof invitedPerson>;

export const unprintedSheet = z.object({ sheet: z.string(), made_at: instant, people: z.number() });
/** `people`: who have not come yet. */
export type UnprintedSheet = z.infer<typeof unprintedSheet>;

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
      unprinted: z.array(unprintedSheet),
      /** Links need the portal's own web address. */
      makes_links: z.boolean(),
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
  /** Of `emails` only those without a live invitation, which a new one would end. */
  uninvited: z.literal(true, 'uninvited must be true').optional(),
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
  /** Shown here alone: the database keeps its hash. */
  link: z.string(),
  /** To type with the person's email or phone number where the link cannot be opened. Shown here alone as well. */
  code: z.string(),
  expires_at: instant,
  /** Opens a chat with the link. */
  whatsapp: z.string().optional(),
  /** QR code: an SVG path. */
  qr: z.object({ size: z.number(), path: z.string() }),
});
export type PrintedInvitation = z.infer<typeof printed>;

const sheet = z.object({
  /** Null without people. */
  sheet: z.string().nullable(),
  invitations: z.array(printed),
  left: z.number(),
});

export const printInvitations = endpoint('POST', '/api/staff/invitations/print', {
  summary: `Create a sheet of invitations to print, at most ${printedAtOnce} at once. A repetition gives the same people's sheet`,
  takesIdempotencyKey: true,
  body: whom,
  answers: { 200: sheet, ...answers },
});

/** By email. */
const invited = z.record(z.string(), instant);

export const revokeInvitations = endpoint('POST', '/api/staff/invitations/revoke', {
  summary:
    'Withdraw invitations; their links stop working. `began.invited` has when each was invited, as shown, and 409 with `current` if somebody was invited again since',
  takesIdempotencyKey: true,
  body: z.object({
    emails: z
      .array(email)
      .min(1, 'Choose whose invitation to withdraw')
      .max(printedAtOnce, `At most ${printedAtOnce} addresses at once`),
    began: beganWith({ invited }),
  }),
  answers: { 200: z.object({ revoked: z.number() }), ...answers, 409: conflictBody(z.object({ invited })) },
});

const ofSheet = { params: z.object({ sheet: z.string() }) } as const;

export const printSheetAgain = endpoint('POST', '/api/staff/invitations/sheets/:sheet', {
  summary:
    'Create a sheet again, for its people who have not come yet. Links of the first one work until a person uses one',
  ...ofSheet,
  answers: { 200: sheet, ...answers },
});

export const settleSheet = endpoint('POST', '/api/staff/invitations/sheets/:sheet/printed', {
  summary: 'Note that a sheet was printed',
  ...ofSheet,
  answers: { 204: nothing, ...answers },
});

export const removeImported = endpoint('POST', '/api/staff/invitations/remove', {
  summary: 'Remove imported people who have not signed up, with their invitations; all or none',
  takesIdempotencyKey: true,
  body: z.object({
    emails: z
      .array(email)
      .min(1, 'Choose at least one person')
      .max(printedAtOnce, `At most ${printedAtOnce} addresses at once`),
  }),
  answers: { 200: z.object({ removed: z.number() }), ...answers },
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

export const openTypedInvitation = endpoint('POST', '/api/auth/invitation/code', {
  summary:
    'Open a printed invitation by its code and the email or phone number that the office has. The answer is the token of its link',
  body: z.object({
    code: z
      .string(codeWords.codeRequired)
      .trim()
      .min(1, codeWords.codeRequired)
      .max(40, 'The code can have at most 40 characters'),
    contact: z
      .string(codeWords.contactRequired)
      .trim()
      .min(1, codeWords.contactRequired)
      .max(limits.email, `The email or phone number can have at most ${limits.email} characters`),
  }),
  answers: { 200: z.object({ token: z.string() }) },
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
