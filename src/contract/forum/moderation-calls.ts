import { z } from 'zod';
import { discussion } from './calls.ts';
import { endpoint, errorBody, instant, more, pageQuery } from '../wire/endpoint.ts';
import { limits } from '../limits.ts';
import { isSeen } from '../unseen.ts';

/** Comments can only be hidden and shown. */
export const moderationActs = ['hide', 'show', 'lock', 'unlock', 'pin', 'unpin'] as const;
export type ModerationAct = (typeof moderationActs)[number];

const discussionParams = z.object({ s_id: z.string() });
const questionParams = z.object({ s_id: z.string(), id: z.string() });

export const moderatePost = endpoint('POST', '/api/discussion/discussion/:s_id/question/:id/moderation', {
  summary:
    "Hide a question, or with `comment` a comment on it, or show it again; lock a question against students' posts, or unlock it; pin or unpin it: each with a reason (the batch's mentors). The author is notified of hiding, showing and locking. No effect if it is so already",
  params: questionParams,
  takesIdempotencyKey: true,
  prefersMinimal: true,
  body: z.object({
    act: z.enum(moderationActs, `act must be one of ${moderationActs.join(', ')}`),
    comment: z.string('comment must be the id of a comment on this question').optional(),
    reason: z
      .string('A reason is required')
      .trim()
      .min(1, 'The reason is empty')
      .refine(isSeen, 'The reason is empty')
      .max(limits.moderationReason, `The reason can have at most ${limits.moderationReason} characters`),
  }),
  answers: { 200: discussion, 401: errorBody, 404: errorBody, 409: errorBody },
});

/** `text` is cut; `reason` is null if none was given. */
export const hiddenPost = z.object({
  id: z.string(),
  question: z.string(),
  comment: z.string().nullable(),
  text: z.string(),
  author: z.string(),
  reason: z.string().nullable(),
  hidden_at: instant,
  hidden_by: z.string().nullable(),
});
export type HiddenPost = z.infer<typeof hiddenPost>;

export const listHiddenPosts = endpoint('GET', '/api/discussion/discussion/:s_id/hidden', {
  summary:
    "A batch's hidden posts, for mentors; a student gets the own ones, without the mentor's name. Last hidden first: 50, or `limit`. Continue with `before` = an `id`",
  params: discussionParams,
  query: pageQuery,
  answers: { 200: z.object({ posts: z.array(hiddenPost), more }), 401: errorBody, 404: errorBody },
});
export type HiddenPosts = z.infer<(typeof listHiddenPosts)['answers'][200]>;
