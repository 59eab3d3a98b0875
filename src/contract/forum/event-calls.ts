import { z } from 'zod';

/**
 * What an event `question` of a discussion's stream says: a question was asked, has changed (its text, its comments, its
 * marks), or is there no more; and how many comments it has now.
 */
export const questionChange = z.object({
  _id: z.string(),
  change: z.enum(['asked', 'changed', 'removed']),
  answers_count: z.number(),
});
export type QuestionChange = z.infer<typeof questionChange>;

/** How often a stream says something, whatever happens, in milliseconds. */
export const beatMs = 20_000;
