import { z } from 'zod';

/** Data of a stream's `question` event. */
export const questionChange = z.object({
  _id: z.string(),
  change: z.enum(['asked', 'changed', 'removed']),
  answers_count: z.number(),
});
export type QuestionChange = z.infer<typeof questionChange>;

/** Interval of heartbeats, in milliseconds. */
export const beatMs = 20_000;
