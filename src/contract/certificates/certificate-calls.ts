import { z } from 'zod';
import { studentParams } from '../accounts/calls.ts';
import { limits } from '../limits.ts';
import { unknownField } from '../named-fields.ts';
import {
  changes,
  conflictBody,
  endpoint,
  errorBody,
  fieldsBody,
  instant,
  visibleText,
} from '../wire/endpoint.ts';
import { certificateKinds, resultShown, revocationNames, wordingFields, wordingLimits } from './wording.ts';

const kind = z.enum(certificateKinds, 'kind must be certificate or statement');

/** All that the paper shows, as texts. */
const shown = z.object({
  name: z.string(),
  heading: z.string(),
  sentence: z.string(),
  course: z.string(),
  batch: z.string(),
  project: z.string(),
  /** Empty where the paper does not say it. */
  result: z.string(),
  grade: z.string(),
  /** Of a statement: a line for each task, then what is missing. */
  lines: z.array(z.string()),
  academy: z.string(),
  signatory: z.string(),
  role: z.string(),
  /** In the academy's zone. */
  issued_on: z.string(),
});
export type ShownCertificate = z.infer<typeof shown>;

const publicCertificate = z.object({
  number: z.string(),
  verdict: z.enum(['genuine', 'unknown', 'revoked']),
  kind: kind.nullable(),
  /** Null for an unknown one. */
  shown: shown.nullable(),
  revoked: z.object({ at: instant, reason: z.enum(revocationNames) }).nullable(),
});
export type PublicCertificate = z.infer<typeof publicCertificate>;

const ofNumber = z.object({ number: z.string().max(100, 'This number is too long') });

export const readCertificate = endpoint('GET', '/api/certificates/:number', {
  summary: 'Whether a certificate or statement of marks is genuine, and all that its paper shows',
  params: ofNumber,
  answers: { 200: publicCertificate },
});

const ownCertificate = z.object({
  number: z.string(),
  kind,
  batch: z.string(),
  issued_at: instant,
  revoked: z.object({ at: instant, reason: z.enum(revocationNames) }).nullable(),
});
export type OwnCertificate = z.infer<typeof ownCertificate>;

const ownCertificates = z.object({
  certificates: z.array(ownCertificate),
  /** Whether they can still be checked after the account is deleted. */
  keeps: z.boolean(),
});
export type OwnCertificates = z.infer<typeof ownCertificates>;

export const listCertificates = endpoint('GET', '/api/students/certificates/:s_id', {
  summary:
    "A student's certificates and statements of marks, newest first, and what becomes of them after a deletion",
  params: studentParams,
  answers: { 200: ownCertificates, 401: errorBody, 404: errorBody },
});

export const readSignedCertificate = endpoint('GET', '/api/students/certificates/:s_id/:number', {
  summary: 'A certificate as signed JSON, which `npx capstone verify` checks without the portal',
  params: z.object({ ...studentParams.shape, ...ofNumber.shape }),
  answers: { 200: z.record(z.string(), z.unknown()), 401: errorBody, 404: errorBody },
});

export const keepCertificates = endpoint('PUT', '/api/students/certificates/:s_id', {
  summary:
    'Whether certificates can still be checked after the account is deleted; by default they are removed with it',
  params: studentParams,
  takesIdempotencyKey: true,
  body: z.object({ keeps: z.boolean('keeps must be true or false') }),
  answers: { 200: ownCertificates, 401: errorBody, 409: errorBody },
});

const ofBatch = { params: z.object({ batch: z.string() }) } as const;

/** Why none can be issued to a student now. */
const obstacles = ['not_frozen', 'no_name', 'issued'] as const;

const candidate = z.object({
  s_id: z.string(),
  s_name: z.string(),
  line: z.string().nullable(),
  /** By the frozen result; null without one. */
  kind: kind.nullable(),
  obstacle: z.enum(obstacles).nullable(),
  /** The newest. `outdated`: the result was frozen anew since. */
  issued: ownCertificate.extend({ outdated: z.boolean() }).nullable(),
});
export type Candidate = z.infer<typeof candidate>;

const batchCertificates = z.object({
  batch: z.string(),
  /** Why nobody can get one; null otherwise. */
  hindrance: z.string().nullable(),
  /** In order of signup, at most 500. */
  students: z.array(candidate),
});
export type BatchCertificates = z.infer<typeof batchCertificates>;

export const listBatchCertificates = endpoint('GET', '/api/staff/batches/:batch/certificates', {
  summary: 'Who of a batch has, and who can get, a certificate or a statement of marks. For administrators',
  ...ofBatch,
  answers: { 200: batchCertificates, 401: errorBody, 404: errorBody },
});

export const issueCertificates = endpoint('POST', '/api/staff/batches/:batch/certificates', {
  summary:
    'Issue certificates and statements of marks from frozen results: to all students of a batch who can get one, or to those named. Repeated, it issues nothing twice. For administrators',
  ...ofBatch,
  takesIdempotencyKey: true,
  body: z.object({
    students: z
      .array(z.string().max(limits.email, 'students must be emails'), 'students must be a list of emails')
      .min(1, 'Name at least one student')
      .max(500, 'At most 500 students at once')
      .optional(),
  }),
  answers: { 200: batchCertificates, 401: errorBody, 404: errorBody, 409: errorBody },
});

export const revokeCertificate = endpoint('POST', '/api/staff/certificates/:number/revocation', {
  summary:
    'Revoke a certificate for ever: its page says so with the reason; the note is for staff. For administrators',
  params: ofNumber,
  takesIdempotencyKey: true,
  body: z.object({
    reason: z.enum(revocationNames, `reason must be one of: ${revocationNames.join(', ')}`),
    note: visibleText('The note', limits.reason, 'A note is required'),
  }),
  answers: { 200: publicCertificate, 401: errorBody, 404: errorBody, 409: errorBody },
});

const wording = z.object({
  language: z.string(),
  heading: z.string(),
  sentence: z.string(),
  signatory: z.string(),
  role: z.string(),
  shows: z.enum(resultShown),
});

/** SHA-256 of the academy's picture behind the paper; null without one. */
const background = z.string().nullable();

export const wordings = z.object({
  certificate: wording,
  statement: wording,
  backgrounds: z.object({ certificate: background, statement: background }),
});
export type Wordings = z.infer<typeof wordings>;

const upTo = (what: string, max: number) =>
  z.string(`${what} must be a text`).trim().max(max, `${what} can have at most ${max} characters`);

export const readWordings = endpoint('GET', '/api/staff/certificate-wording', {
  summary:
    'The words of certificates and statements of marks that are issued from now on. For administrators',
  answers: { 200: wordings, 401: errorBody },
});

export const setWording = endpoint('PUT', '/api/staff/certificate-wording/:kind', {
  summary: 'Change the words of certificates or statements; what is issued keeps its own. For administrators',
  params: z.object({ kind }),
  takesIdempotencyKey: true,
  body: changes({
    language: z
      .string('language must be a text')
      .regex(/^[a-z]{2,3}$/, 'language must be a code such as en or ml'),
    heading: visibleText('The heading', wordingLimits.heading),
    sentence: visibleText('The sentence', wordingLimits.sentence).refine(
      (text) => unknownField(text, wordingFields) === null,
      { error: ({ input }) => `There is no field ${unknownField(String(input), wordingFields) ?? ''}` },
    ),
    signatory: upTo('The signatory', wordingLimits.signatory),
    role: upTo('The role', wordingLimits.role),
    shows: z.enum(resultShown, 'shows must be result, grade or nothing'),
  }),
  answers: { 200: wordings, 400: fieldsBody, 401: errorBody, 409: conflictBody(wording) },
});
