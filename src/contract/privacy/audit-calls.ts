import { z } from 'zod';
import { auditKindNames } from './audit-view.ts';
import { endpoint, errorBody, instant, pageLimit } from '../wire/endpoint.ts';
import { limits } from '../limits.ts';

const person = z.object({ s_id: z.string(), s_name: z.string() });

/** A line of the audit log in words: `by` did (`words`) something to `subject`. */
const auditLine = z.object({
  id: z.string(),
  at: instant,
  /** Null for a kind that this version does not know. */
  kind: z.enum(auditKindNames).nullable(),
  /** Its name in the program, verb and noun. */
  act: z.string(),
  words: z.string(),
  /** Who acted; null for the operator's commands, for the portal itself, and where nobody knows. */
  who: person.nullable(),
  by: z.enum(['person', 'operator', 'portal', 'unknown']),
  /** What was acted on: an address, a receipt number, a batch, a project; empty where the words say all. */
  subject: z.string(),
  /** The person whom it is about. */
  whom: person.nullable(),
  /** What changed; `null` where there was, or is, nothing. */
  changes: z.array(
    z.object({ what: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  /** The network that it came from, shortened; for sign-ins and refusals alone. */
  network: z.string().nullable(),
});
export type AuditLine = z.infer<typeof auditLine>;

const day = (name: string) =>
  z.iso.date(`${name} must be a day as YYYY-MM-DD, such as 2026-11-22`).optional();

/** Days are those of the academy's zone, both inclusive. */
export const auditFilters = {
  who: z.string().max(limits.email, `who can have at most ${limits.email} characters`).optional(),
  whom: z.string().max(limits.email, `whom can have at most ${limits.email} characters`).optional(),
  kind: z.enum(auditKindNames, `kind must be one of ${auditKindNames.join(', ')}`).optional(),
  from: day('from'),
  to: day('to'),
};

export const listAudit = endpoint('GET', '/api/staff/audit', {
  summary:
    'The audit log, newest first: `who` is an address or `operator`, `whom` an address, a receipt number, a batch or a project, `from` and `to` are days. Paged by `after` = the `next` of the page before. For administrators',
  query: z.object({
    ...auditFilters,
    limit: pageLimit,
    after: z
      .string()
      .regex(/^\d{1,16}-\d{1,16}$/, 'after must be the next of a page')
      .optional(),
  }),
  answers: {
    200: z.object({ lines: z.array(auditLine), next: z.string().nullable() }),
    401: errorBody,
  },
});
