import { z } from 'zod';
import { email } from '../accounts/calls.ts';
import { endpoint, errorBody, fieldsBody, instant } from '../wire/endpoint.ts';

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
