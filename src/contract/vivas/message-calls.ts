import { z } from 'zod';
import { studentName } from '../progress/calls.ts';
import { endpoint, errorBody, fieldsBody, instant } from '../wire/endpoint.ts';

export const shownMessages = 200;

const vivaMessage = z.object({
  student: studentName,
  starts_at: instant,
  room: z.string(),
  is_cancelled: z.boolean(),
  /** How often the student has been told; a mark of another number is about an earlier time. */
  told: z.number(),
  /** Missing without a phone of a known country. */
  whatsapp: z.string().optional(),
  /** Of this time; null: not sent yet. */
  sent: z.object({ by: z.string(), at: instant }).nullable(),
});
export type VivaMessage = z.infer<typeof vivaMessage>;

const vivaMessages = z.object({
  batch: z.string(),
  /** Students with a told time to come, not sent ones first. */
  students: z.number(),
  sent: z.number(),
  messages: z.array(vivaMessage),
});
export type VivaMessages = z.infer<typeof vivaMessages>;

const path = '/api/staff/batches/:batch/viva-plan';

export const listVivaMessages = endpoint('GET', `${path}/messages`, {
  summary: `WhatsApp links with each student's own told time, and which were used: up to ${shownMessages}, the others first. For administrators`,
  params: z.object({ batch: z.string() }),
  answers: { 200: vivaMessages, 401: errorBody, 404: errorBody },
});

export const noteVivaMessage = endpoint('PUT', `${path}/students/:s_id/message`, {
  summary:
    'Note that a student was sent their time by WhatsApp, or that they were not. 409 if they have been told another time since. For administrators',
  params: z.object({ batch: z.string(), s_id: z.string() }),
  takesIdempotencyKey: true,
  body: z.object({
    told: z.number('told must be a number').int('told must be a whole number').min(1),
    sent: z.boolean('sent must be true or false'),
  }),
  answers: { 200: vivaMessages, 400: fieldsBody, 401: errorBody, 404: errorBody, 409: errorBody },
});
