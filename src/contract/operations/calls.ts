import { z } from 'zod';
import { endpoint, errorBody, fieldsBody, instant } from '../wire/endpoint.ts';
import { email } from '../accounts/calls.ts';
import { auditLine } from '../privacy/audit-calls.ts';
import { officeSteps } from './office-view.ts';

export const readHealth = endpoint('GET', '/api/health', {
  summary: 'Whether this process is alive; checks neither database nor disk',
  answers: { 200: z.object({ status: z.literal('ok') }) },
});

/** By name. */
const checks = z.record(z.string(), z.enum(['ok', 'failing']));

export const readReadiness = endpoint('GET', '/api/ready', {
  summary:
    'Whether this process can take requests: degraded if a shared service fails, 503 if other processes can serve instead',
  answers: {
    200: z.object({ status: z.enum(['ok', 'degraded']), checks }),
    503: z.object({ ...errorBody.shape, status: z.literal('unavailable'), checks }),
  },
});

const portalCheck = z.object({
  id: z.string(),
  title: z.string(),
  state: z.enum(['ok', 'warn', 'fail']),
  found: z.string(),
  /** Null: nothing. */
  todo: z.string().nullable(),
});
export type PortalCheck = z.infer<typeof portalCheck>;

const portalChecks = z.object({
  checked_at: instant,
  checks: z.array(portalCheck),
  /** Waiting for a decision. */
  held_mails: z.number(),
  /** No secrets; null if unset. */
  settings: z.array(
    z.object({ name: z.string(), value: z.string().nullable(), source: z.enum(['environment', 'default']) }),
  ),
  /** Of the process that answers: `1.0.0, commit 8eb741c8d3a0`. */
  build: z.string(),
});
export type PortalChecks = z.infer<typeof portalChecks>;

export const readPortalChecks = endpoint('GET', '/api/staff/portal', {
  summary:
    'System check (database, files, backup, mail, clock and so on) with states and advice; cached for ten seconds',
  answers: { 200: portalChecks, 401: errorBody },
});

export const sendTestMail = endpoint('POST', '/api/staff/portal/mail', {
  summary: 'Send a test email at once; 409 with the mail server’s answer if it refuses',
  takesIdempotencyKey: true,
  body: z.object({ address: email }),
  answers: { 400: fieldsBody, 200: z.object({ message: z.string() }), 401: errorBody, 409: errorBody },
});

export const settleHeldMail = endpoint('POST', '/api/staff/portal/held-mail', {
  summary: 'Send or drop held mail, unsent for two days without an attempt; says how much',
  body: z.object({ decision: z.enum(['send', 'drop']) }),
  answers: { 200: z.object({ message: z.string() }), 401: errorBody, 409: errorBody },
});

const office = z.object({
  steps: z.array(z.object({ step: z.enum(officeSteps), done: z.boolean() })),
  /** Whether the academy has a name, a colour or a logo of its own. */
  is_named: z.boolean().optional(),
  /** Whether a student has an account and a batch. */
  has_students: z.boolean().optional(),
  waiting: z.object({
    placements: z.number(),
    confirmations: z.number(),
    deletions: z.number(),
    /** Students without a project, by batches that choose no more. */
    undecided: z.array(z.object({ name: z.string(), students: z.number() })),
    /** Open, by batch. */
    reports: z.array(z.object({ batch: z.string(), posts: z.number() })),
    /** Wrong codes of printed invitations in the last hour, by the batch of the typed email or phone, where there are many. */
    wrong_codes: z.array(z.object({ batch: z.string(), tries: z.number() })).optional(),
    failed_mails: z.number(),
    held_mails: z.number(),
    /** Kinds of loss or damage that no operator has acknowledged. */
    alarms: z.number(),
  }),
  /** Newest. */
  events: z.array(auditLine),
  /** Without a place for backups: what would be lost with the disk, since the newest backup; at most 1,000 are counted. */
  unprotected: z.object({ submissions: z.number(), since: instant.nullable() }).nullable(),
});
export type Office = z.infer<typeof office>;

export const readOffice = endpoint('GET', '/api/staff/office', {
  summary:
    "The office's home: which steps of the set-up are done, how much waits for the office, and the newest audit lines. For administrators",
  answers: { 200: office, 401: errorBody },
});
