import { consentState, guardianView } from '../accounts/consent-calls.ts';
import { z } from 'zod';
import { email, name, phone, roles, studentParams } from '../accounts/calls.ts';
import {
  changes,
  conflictBody,
  endpoint,
  errorBody,
  fieldsBody,
  instant,
  pageLimit,
  visibleText,
} from '../wire/endpoint.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { typed } from './import-calls.ts';
import { invitationStates } from './import-fields.ts';
import { unprintedSheet } from './invitation-calls.ts';
import {
  allPeopleSorts,
  examinerStates,
  expectedStages,
  listedInvitations,
  listedStages,
  bulkActions,
  stages,
} from './people-view.ts';
import { hasPersonName } from '../accounts/person-name.ts';

const listedPerson = z.object({
  /** Stays the same after a new email. */
  id: z.string(),
  s_id: z.string(),
  s_name: z.string(),
  role: z.enum(roles),
  /** Of somebody who only examines, or did: their role is mentor. */
  examiner: z.enum(examinerStates).optional(),
  phone: z.string().nullable(),
  batch: z.string().nullable(),
  /** A mentor's own; administrators have every batch. */
  batches: z.array(z.string()),
  /** Typed at signup, while in another batch or none. */
  typed_batch: z.string().nullable(),
  project: z.object({ id: z.string(), name: z.string() }).nullable(),
  confirmed: z.boolean(),
  suspended: z.boolean(),
  asks_deletion: z.boolean(),
  anonymised: z.boolean(),
  signed_up_at: instant,
  seen_at: instant.nullable(),
});
export type ListedPerson = z.infer<typeof listedPerson>;

/** Imported, without an account. */
const expectedPerson = z.object({
  s_id: z.string(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  batch: z.string().nullable(),
  invitation: z.enum(invitationStates),
  way: z.enum(['mail', 'print']).nullable().optional(),
  invited_at: instant.nullable(),
  /** On a sheet that was made and not printed. */
  awaits_print: z.literal(true).optional(),
  /** Opens a chat about a live invitation, without its link. */
  whatsapp: z.string().optional(),
  /** Of their first import. */
  listed_at: instant,
});
export type ExpectedPerson = z.infer<typeof expectedPerson>;

/** Projects that the office may choose. */
const choices = z.array(z.object({ id: z.string(), name: z.string() }));

const people = z.object({
  counts: z.object({
    everybody: z.number(),
    ...Object.fromEntries(stages.map((stage) => [stage, z.number()])),
    // Beside everybody who has an account.
    ...Object.fromEntries(expectedStages.map((stage) => [stage, z.number()])),
  } as {
    everybody: z.ZodNumber;
  } & Record<(typeof listedStages)[number], z.ZodNumber>),
  people: z.array(listedPerson),
  /** With `with`: by the same order and page, from `listed_at`. */
  expected: z.array(expectedPerson).optional(),
  /** With `sort`: whether all that match are sorted, or, of too many, those of a page alone. */
  sorted: z.enum(['all', 'page']).optional(),
  /** `after` of the next page; null at the end. */
  next: z.string().nullable(),
  /** Open for placement, newest first. */
  places: z.array(z.string()),
  /** With `stage=imported`: how many of the filter's batch were not invited yet. */
  to_invite: z.number().optional(),
  /** With `stage=imported` or `invited`: people of the filter's batch by invitation; absent for too many. */
  invitations: z.record(z.enum(listedInvitations), z.number()).optional(),
  /** With the same. */
  unprinted: z.array(unprintedSheet).optional(),
  /** With `with`: links of invitations need the portal's own web address. */
  makes_links: z.boolean().optional(),
  /** Of the filter's batch, once its students choose no more. */
  choices: choices.optional(),
});
export type People = z.infer<typeof people>;

export const listPeople = endpoint('GET', '/api/staff/people', {
  summary:
    'People, the newest account first. Filters: `stage`, `batch`, `typed` (the batch typed at signup) and `q` (prefixes of words of name, email or phone; all must match). `with=imported` also lists imported people who have not signed up, as `expected`; `invitation` chooses those of one state of `stage=imported` or `stage=invited`, if they are at most 5,000. With `sort`, all are sorted before they are paged if they are at most 1,000 (`sorted`: `all`). For the next page, `after` is the `next` of this one',
  query: z.object({
    q: z.string().max(limits.search, `q can have at most ${limits.search} characters`).optional(),
    stage: z.enum(listedStages, `stage must be one of ${listedStages.join(', ')}`).optional(),
    with: z.literal('imported', 'with must be imported').optional(),
    invitation: z
      .enum(listedInvitations, `invitation must be one of ${listedInvitations.join(', ')}`)
      .optional(),
    sort: z.enum(allPeopleSorts, `sort must be one of ${allPeopleSorts.join(', ')}`).optional(),
    batch: z.string().max(limits.batch, `batch can have at most ${limits.batch} characters`).optional(),
    typed: z.string().max(limits.batch, `typed can have at most ${limits.batch} characters`).optional(),
    limit: pageLimit,
    after: z.string().min(1, 'after must be the "next" value of the page before').max(100).optional(),
  }),
  answers: { 200: people, 401: errorBody, 404: errorBody },
});

const profile = {
  batch: z.string().nullable(),
  exit_score: z.number().nullable(),
  grade: z.string().nullable(),
};

const person = listedPerson.extend({
  course: z.string().nullable(),
  exit_score: z.number().nullable(),
  grade: z.string().nullable(),
  /** Imported for the email, until it is confirmed. */
  imported: z.object(profile).nullable(),
  start_date: instant.nullable(),
  confirmed_at: instant.nullable(),
  suspended_at: instant.nullable(),
  suspension_reason: z.string().nullable(),
  anonymised_at: instant.nullable(),
  deletion_asked_at: instant.nullable(),
  former_addresses: z.array(z.string()),
  /** The requested email, until it is confirmed. */
  new_address: z.string().nullable(),
  /** At most 50. */
  sessions: z.number(),
  has_calendar: z.literal(true).optional(),
  has_password: z.boolean(),
  has_second_factor: z.boolean(),
  is_own: z.boolean(),
  mails: z.boolean(),
  /** Open for placement, newest first. */
  places: z.array(z.string()),
  /** Opens a chat, where the phone's country is known. */
  whatsapp: z.string().optional(),
  /** Which project a student without one would like. */
  preferred: z.object({ id: z.string(), name: z.string() }).optional(),
  /** For a student without a project, once their batch chooses no more. */
  choices: choices.optional(),
  /** Only students'. */
  consents: z.array(consentState).optional(),
  /** Null for who is not known to be under 18; undefined where the office asks for no guardian. */
  guardian: guardianView.nullable().optional(),
});
export type Person = z.infer<typeof person>;

export const readPerson = endpoint('GET', '/api/staff/people/:s_id', {
  summary: 'A person as the office sees them, by a current or former email',
  params: studentParams,
  answers: { 200: person, 401: errorBody, 404: errorBody },
});

const reason = visibleText('The reason', limits.reason, 'Please give a reason.');
const refusals = { 401: errorBody, 404: errorBody, 409: errorBody } as const;
const correction = { 400: fieldsBody, 200: person, ...refusals, 409: conflictBody(person) } as const;

export const correctProfile = endpoint('PUT', '/api/staff/people/:s_id/profile', {
  summary:
    'Correct a name and a phone; the person gets an email. Only staff may have an empty phone. `exit_score` and `grade` of a student follow the rules of an import: empty or absent changes nothing; null removes. With `began`, an empty value also removes',
  params: studentParams,
  takesIdempotencyKey: true,
  body: changes({
    name,
    phone: z.union([z.literal(''), phone], messages.phoneInvalid),
    exit_score: typed('exit_score').nullable(),
    grade: typed('grade').nullable(),
  }).refine(hasPersonName, { path: ['name'], message: messages.nameNotPlain }),
  answers: correction,
});

export const correctAddress = endpoint('PUT', '/api/staff/people/:s_id/address', {
  summary:
    "Change an account's email, without a link to confirm it; the old email gets a notice and still finds the account. Needs a recent identity check",
  params: studentParams,
  takesIdempotencyKey: true,
  body: changes({ email, reason }),
  answers: correction,
});

export const makeResetLink = endpoint('POST', '/api/staff/people/:s_id/reset-link', {
  summary:
    'Create a password reset link to hand over, valid once within seven days and shown once; earlier links end. Needs a recent identity check',
  params: studentParams,
  answers: { 201: z.object({ link: z.string(), expires_at: instant }), ...refusals },
});

const idsMessage = `ids must name 1 to ${limits.peopleAtOnce} people`;
const id = z.string(idsMessage).regex(/^[1-9]\d{0,14}$/, 'ids contains an invalid id');
const act = z.enum(bulkActions, `act must be one of ${bulkActions.join(', ')}`);
const batch = z
  .string()
  .trim()
  .min(1, 'batch is empty')
  .max(limits.batch, `batch can have at most ${limits.batch} characters`);

const p_id = z.string().trim().min(1, 'p_id is empty').max(100, 'p_id can have at most 100 characters');

const named = z.object({ id: z.string(), s_id: z.string(), s_name: z.string() });
const reach = z.object({
  act,
  batch: z.string().nullable(),
  /** `note` says what changes where that differs; `began` is what the action replaces, for `actOnPeople`. */
  reached: z.array(named.extend({ note: z.string().nullable(), began: z.string().nullable().optional() })),
  refused: z.array(named.extend({ reason: z.string() })),
});
export type PeopleReach = z.infer<typeof reach>;

export const readPeopleReach = endpoint('GET', '/api/staff/people-acts', {
  summary: `Preview a bulk action: the people that it changes, and the others. \`ids\` are at most ${limits.peopleAtOnce} people, separated by commas; \`batch\` is the target of \`place\`, \`p_id\` the project of \`choose-project\` (absent: the one that each student prefers)`,
  query: z.object({
    act,
    ids: z
      .string(idsMessage)
      .max(2_000, idsMessage)
      .transform((text) => text.split(','))
      .pipe(z.array(id).min(1, idsMessage).max(limits.peopleAtOnce, idsMessage)),
    batch: batch.optional(),
    p_id: p_id.optional(),
  }),
  answers: { 200: reach, 401: errorBody, 404: errorBody, 409: errorBody },
});

export const actOnPeople = endpoint('POST', '/api/staff/people-acts', {
  summary:
    'Run a bulk action for all people or for none: 409 names the people that it does not apply to, or, with `began`, that others have changed since. `suspend` needs a `reason`, which only staff see',
  takesIdempotencyKey: true,
  body: z.object({
    act,
    ids: z.array(id, idsMessage).min(1, idsMessage).max(limits.peopleAtOnce, idsMessage),
    batch: batch.optional(),
    p_id: p_id.optional(),
    reason: reason.optional(),
    /** By id, what the page showed: the batch for `place`, the preferred project for `choose-project` without `p_id`. */
    began: z.record(id, z.unknown()).optional(),
  }),
  answers: { 400: fieldsBody, 200: z.object({ act, done: z.number() }), ...refusals },
});
