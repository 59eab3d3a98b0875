import { z } from 'zod';
import { auditLine } from '../privacy/audit-calls.ts';
import { endpoint, errorBody } from '../wire/endpoint.ts';
import { officeSteps } from './office-view.ts';

const office = z.object({
  steps: z.array(z.object({ step: z.enum(officeSteps), done: z.boolean() })),
  waiting: z.object({
    placements: z.number(),
    confirmations: z.number(),
    deletions: z.number(),
    /** Open, by batch. */
    reports: z.array(z.object({ batch: z.string(), posts: z.number() })),
    failed_mails: z.number(),
    held_mails: z.number(),
  }),
  /** Newest. */
  events: z.array(auditLine),
});
export type Office = z.infer<typeof office>;

export const readOffice = endpoint('GET', '/api/staff/office', {
  summary:
    "The office's home: which steps of the set-up are done, how much waits for the office, and the newest audit lines. For administrators",
  answers: { 200: office, 401: errorBody },
});
