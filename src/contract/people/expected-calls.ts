import { z } from 'zod';
import { studentParams } from '../accounts/calls.ts';
import { endpoint, errorBody, instant } from '../wire/endpoint.ts';
import { invitationStates } from './import-fields.ts';

const expectedDetails = z.object({
  s_id: z.string(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  batch: z.string().nullable(),
  exit_score: z.number().nullable(),
  grade: z.string().nullable(),
  invitation: z.enum(invitationStates),
  way: z.enum(['mail', 'print']).nullable(),
  invited_at: instant.nullable(),
  expires_at: instant.nullable(),
  /** On a sheet that was made and not printed. */
  awaits_print: z.boolean(),
  /** Of the newest import with this email. */
  imported_at: instant,
  /** The spreadsheet that brought the person; null for one entered by hand. */
  intake: z.object({ id: z.string(), file: z.string() }).nullable(),
  /** Opens a chat about a live invitation, without its link. */
  whatsapp: z.string().optional(),
  /** Open for placement, newest first. */
  places: z.array(z.string()),
  makes_links: z.boolean(),
});
export type ExpectedDetails = z.infer<typeof expectedDetails>;

const answers = { 401: errorBody, 404: errorBody } as const;

export const readExpected = endpoint('GET', '/api/staff/expected/:s_id', {
  summary: 'An imported person who has not signed up, as stored; 404 once they have an account',
  params: studentParams,
  answers: { 200: expectedDetails, ...answers },
});
