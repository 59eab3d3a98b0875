import { z } from 'zod';
import { email } from '../accounts/calls.ts';
import { endpoint, errorBody, fieldsBody, instant } from '../wire/endpoint.ts';

const portalCheck = z.object({
  id: z.string(),
  title: z.string(),
  state: z.enum(['ok', 'warn', 'fail']),
  found: z.string(),
  /** What to do about it; null where nothing is to be done. */
  todo: z.string().nullable(),
});
export type PortalCheck = z.infer<typeof portalCheck>;

const portalChecks = z.object({
  checked_at: instant,
  checks: z.array(portalCheck),
  /** Mails that have waited too long to be sent without asking. */
  held_mails: z.number(),
  /** Without secrets; null for one that is not set and has no default. */
  settings: z.array(
    z.object({ name: z.string(), value: z.string().nullable(), source: z.enum(['environment', 'default']) }),
  ),
});
export type PortalChecks = z.infer<typeof portalChecks>;

export const readPortalChecks = endpoint('GET', '/api/staff/portal', {
  summary:
    'The system check: database, files, backup, mail, clock and so on, each with its state and what to do. Cached for ten seconds',
  answers: { 200: portalChecks, 401: errorBody },
});

export const sendTestMail = endpoint('POST', '/api/staff/portal/mail', {
  summary: 'Send a test email at once; 409 with the mail server’s answer if it is refused',
  takesIdempotencyKey: true,
  body: z.object({ address: email }),
  answers: { 400: fieldsBody, 200: z.object({ message: z.string() }), 401: errorBody, 409: errorBody },
});

export const settleHeldMail = endpoint('POST', '/api/staff/portal/held-mail', {
  summary: 'Send, or drop, the mails that have waited for two days without an attempt; says how many',
  body: z.object({ decision: z.enum(['send', 'drop']) }),
  answers: { 200: z.object({ message: z.string() }), 401: errorBody, 409: errorBody },
});
