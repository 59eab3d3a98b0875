import { z } from 'zod';
import { currentPasswordIfAny, studentParams } from './calls.ts';
import {
  changes,
  conflictBody,
  endpoint,
  errorBody,
  fieldsBody,
  instant,
  removalOf,
  visibleText,
} from '../wire/endpoint.ts';
import { consentForms, consentRequired, consentSubjects, guardianLimits } from './consent.ts';

const consent = z.object({
  version: z.number(),
  /** Of the words, as Markdown. */
  sha256: z.string(),
  form: z.enum(consentForms),
  given_at: instant,
  withdrawn_at: instant.nullable(),
});

/** `current`: the words now; `asks`: the account must agree to them before pages open. */
export const consentState = z.object({
  subject: z.enum(consentSubjects),
  current: z.object({ version: z.number(), sha256: z.string(), since: instant, note: z.string().nullable() }),
  asks: z.boolean(),
  /** Newest first. */
  given: z.array(consent),
});
export type ConsentState = z.infer<typeof consentState>;

/** Of a student under 18. */
export const guardianView = z.object({
  name: z.string().nullable(),
  contact: z.string().nullable(),
  confirmed_at: instant.nullable(),
});
export type GuardianView = z.infer<typeof guardianView>;

const done = z.object({ message: z.string() });
const version = z.int('A version is a number').optional();

export const giveConsent = endpoint('POST', '/api/account/consent', {
  summary:
    'Agree to versions of the terms, the privacy notice or both; 409 for a version that is not current',
  takesIdempotencyKey: true,
  body: z
    .object({ terms: version, privacy: version })
    .refine(({ terms, privacy }) => (terms ?? privacy) !== undefined, consentRequired),
  answers: { 200: done, 401: errorBody, 404: errorBody, 409: errorBody },
});

export const withdrawConsent = endpoint('POST', '/api/account/consent/withdrawal', {
  summary: 'Withdraw a consent, with the password; the office gets a request to delete the account',
  takesIdempotencyKey: true,
  body: z.object({
    subject: z.enum(consentSubjects, 'subject must be terms or privacy'),
    current_password: currentPasswordIfAny,
  }),
  answers: { 200: done, 401: errorBody, 404: errorBody, 409: errorBody },
});

const guardianFields = {
  name: visibleText('A name', guardianLimits.name, 'The guardian’s name is required'),
  contact: visibleText('A contact', guardianLimits.contact, 'The guardian’s phone or email is required'),
};

export const changeGuardian = endpoint('PUT', '/api/account/guardian', {
  summary: 'Name the guardian of the account, whose holder is under 18; the office confirms',
  takesIdempotencyKey: true,
  body: changes(guardianFields),
  answers: { 200: done, 401: errorBody, 404: errorBody, 409: conflictBody(guardianView) },
});

const ofPerson = { params: studentParams, takesIdempotencyKey: true } as const;

export const confirmGuardian = endpoint('PUT', '/api/staff/people/:s_id/guardian', {
  summary:
    'Note that a student is under 18, and confirm the guardian. With `began`, only what the form shows is confirmed. For administrators',
  ...ofPerson,
  body: changes(guardianFields),
  answers: { 200: done, 400: fieldsBody, 401: errorBody, 404: errorBody, 409: conflictBody(guardianView) },
});

export const removeGuardian = endpoint('DELETE', '/api/staff/people/:s_id/guardian', {
  summary:
    'Note that a student is 18 or older, and remove the guardian; `began` is who was seen. For administrators',
  ...ofPerson,
  body: removalOf(guardianFields),
  answers: { 200: done, 401: errorBody, 404: errorBody, 409: conflictBody(guardianView) },
});

const versions = z.object({
  subject: z.enum(consentSubjects),
  /** Newest first; `agreed`: students, not anonymised, whose newest consent it is. */
  versions: z.array(
    z.object({
      version: z.number(),
      sha256: z.string(),
      recorded_at: instant,
      asked_at: instant.nullable(),
      note: z.string().nullable(),
      agreed: z.number(),
    }),
  ),
  /** Who would be asked for the current version, or is. */
  without: z.number(),
});
const consentRules = z.object({
  subjects: z.array(versions),
  asks_guardian: z.boolean(),
  /** Students under 18 without a confirmed guardian, at most 50. */
  unconfirmed: z.array(z.object({ s_id: z.string(), s_name: z.string() })),
});
export type ConsentRules = z.infer<typeof consentRules>;

export const readConsentRules = endpoint('GET', '/api/staff/consent', {
  summary:
    'The versions of terms and privacy, how many agreed, and the rule for guardians. For administrators',
  answers: { 200: consentRules, 401: errorBody },
});

export const askConsent = endpoint('POST', '/api/staff/consent/ask', {
  summary: 'Ask every student who has not agreed to the current version. For administrators',
  takesIdempotencyKey: true,
  body: changes({
    subject: z.enum(consentSubjects, 'subject must be terms or privacy'),
    version: z.int('version must be a number'),
    note: z
      .string()
      .trim()
      .max(guardianLimits.note, `The note can have at most ${guardianLimits.note} characters`)
      .default(''),
  }),
  answers: { 200: consentRules, 400: fieldsBody, 401: errorBody, 409: conflictBody(consentRules) },
});

export const setGuardianRule = endpoint('PUT', '/api/staff/consent/guardians', {
  summary: 'Turn the question for a guardian of students under 18 on or off. For administrators',
  takesIdempotencyKey: true,
  body: z.object({ asks: z.boolean('asks must be true or false') }),
  answers: { 200: consentRules, 401: errorBody, 409: errorBody },
});
