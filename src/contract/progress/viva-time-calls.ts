import { z } from 'zod';
import { studentParams } from '../accounts/calls.ts';
import { endpoint, errorBody, instant } from '../wire/endpoint.ts';
import { vivaChanges } from './viva-offer-calls.ts';

const vivaTime = z.object({
  starts_at: instant,
  minutes: z.number(),
  room: z.string(),
  link: z.string().nullable(),
  told_at: instant,
  /** What the student can do about it, or has done. */
  change: z.enum(vivaChanges).nullish(),
  /** Minutes that the room runs late today. */
  delay: z.object({ minutes: z.number(), as_of: instant }).optional(),
});

const ownVivaTime = z.object({
  /** Null before the office has told one, and after a cancellation. */
  time: vivaTime.nullable(),
  /** The told time that was cancelled; absent once another one is told. */
  cancelled: z.object({ starts_at: instant }).optional(),
});
export type VivaTime = z.infer<typeof vivaTime>;
export type OwnVivaTime = z.infer<typeof ownVivaTime>;

export const readVivaTime = endpoint('GET', '/api/students/viva-time/:s_id', {
  summary: "When and where the student's viva is, as told by the office",
  params: studentParams,
  answers: { 200: ownVivaTime, 401: errorBody, 404: errorBody },
});
