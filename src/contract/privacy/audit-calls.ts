import { z } from 'zod';
import { auditKindNames } from './audit-view.ts';
import { endpoint, errorBody, instant, localDay, pageLimit } from '../wire/endpoint.ts';
import { limits } from '../limits.ts';

const person = z.object({ s_id: z.string(), s_name: z.string() });

/** `by` did (`words`) to `subject`. */
export const auditLine = z.object({
  id: z.string(),
  at: instant,
  /** Null for a kind of another version. */
  kind: z.enum(auditKindNames).nullable(),
  /** Verb and noun, such as `mark-submission`. */
  act: z.string(),
  words: z.string(),
  /** Null: operator, portal, unknown. */
  who: person.nullable(),
  by: z.enum(['person', 'operator', 'portal', 'unknown']),
  /** An email, receipt number, batch, project, or ''. */
  subject: z.string(),
  /** About this person. */
  whom: person.nullable(),
  changes: z.array(
    z.object({ what: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  /** Shortened; only for sign-ins and refusals. */
  network: z.string().nullable(),
});
export type AuditLine = z.infer<typeof auditLine>;

/** Days in the academy's zone, inclusive. */
export const auditFilters = {
  who: z.string().max(limits.email, `who can have at most ${limits.email} characters`).optional(),
  whom: z.string().max(limits.email, `whom can have at most ${limits.email} characters`).optional(),
  kind: z.enum(auditKindNames, `kind must be one of ${auditKindNames.join(', ')}`).optional(),
  from: localDay('from').optional(),
  to: localDay('to').optional(),
};

export const listAudit = endpoint('GET', '/api/staff/audit', {
  summary:
    'The audit log, newest first. `who` is an email or `operator`. `whom` is an email, a receipt number, a batch or a project. `from` and `to` are days. For the next page, `after` is the `next` of this one. For administrators',
  query: z.object({
    ...auditFilters,
    limit: pageLimit,
    after: z
      .string()
      .regex(/^\d{1,16}-\d{1,16}$/, 'after must be the "next" value of the page before')
      .optional(),
  }),
  answers: {
    200: z.object({ lines: z.array(auditLine), next: z.string().nullable() }),
    401: errorBody,
  },
});
