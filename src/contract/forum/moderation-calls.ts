import { z } from 'zod';
import { currentQuestion, discussion, discussionParams, questionParams } from './calls.ts';
import {
  beganWith,
  conflictBody,
  endpoint,
  errorBody,
  instant,
  more,
  pageQuery,
  nothing,
  onlyThese,
} from '../wire/endpoint.ts';
import { limits } from '../limits.ts';
import { isSeen } from '../unseen.ts';

/** Comments can only be hidden and shown. */
export const moderationActions = ['hide', 'show', 'lock', 'unlock', 'pin', 'unpin'] as const;
export type ModerationAction = (typeof moderationActions)[number];

export const moderatePost = endpoint('POST', '/api/discussion/discussion/:s_id/question/:id/moderation', {
  summary:
    "Hide a question, or with `comment` a comment on it, or show it again; lock a question against students' posts, or unlock it; pin or unpin it: each with a reason (the batch's mentors). The author is notified of hiding, showing and locking. To hide, `began.text` is the text that was seen: 409 with `current` if it was edited since. No effect if nothing would change",
  params: questionParams,
  takesIdempotencyKey: true,
  prefersMinimal: true,
  body: z.object({
    act: z.enum(moderationActions, `act must be one of ${moderationActions.join(', ')}`),
    comment: z.string('comment must be the id of a comment on this question').optional(),
    reason: z
      .string('A reason is required')
      .trim()
      .min(1, 'The reason is empty')
      .refine(isSeen, 'The reason is empty')
      .max(limits.moderationReason, `The reason can have at most ${limits.moderationReason} characters`),
    began: beganWith({ text: z.string() }),
  }),
  answers: { 200: discussion, 401: errorBody, 404: errorBody, 409: conflictBody(currentQuestion) },
});

/** `text` is cut; `reason` may be null. */
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

/** By default the question. */
const ofPost = { comment: z.string('comment must be the id of a comment on this question').optional() };

export const reportPost = endpoint('POST', '/api/discussion/discussion/:s_id/question/:id/report', {
  summary:
    "Report somebody else's question, or with `comment` a comment on it, to the batch's mentors: 201, or 200 with `already_reported` if the reader has reported it before. Only staff see who reported",
  params: questionParams,
  takesIdempotencyKey: true,
  body: onlyThese({
    ...ofPost,
    reason: z
      .string('reason must be a text')
      .trim()
      .max(limits.reportReason, `The reason can have at most ${limits.reportReason} characters`)
      .optional(),
  }),
  answers: {
    200: z.object({ already_reported: z.boolean() }),
    201: z.object({ already_reported: z.boolean() }),
    401: errorBody,
    404: errorBody,
    409: errorBody,
  },
});

/** For staff; `text` is cut. */
export const reportedPost = z.object({
  question: z.string(),
  comment: z.string().nullable(),
  text: z.string(),
  author: z.string(),
  reports: z.array(z.object({ reporter: z.string(), reason: z.string().nullable(), reported_at: instant })),
  more,
});
export type ReportedPost = z.infer<typeof reportedPost>;

export const listReports = endpoint('GET', '/api/discussion/discussion/:s_id/reports', {
  summary:
    "A batch's posts with open reports, first reported first: at most 50, each with its first 50 reports (the batch's mentors)",
  params: discussionParams,
  answers: { 200: z.object({ posts: z.array(reportedPost), more }), 401: errorBody, 404: errorBody },
});
export type ReportList = z.infer<(typeof listReports)['answers'][200]>;

export const dismissReports = endpoint(
  'POST',
  '/api/discussion/discussion/:s_id/question/:id/reports/dismissal',
  {
    summary:
      "Dismiss the open reports of a question, or with `comment` of a comment on it (the batch's mentors). `began.text` is the text of the list: 409 with `current` if it is another one now",
    params: questionParams,
    takesIdempotencyKey: true,
    body: onlyThese({ ...ofPost, began: beganWith({ text: z.string() }) }),
    answers: {
      204: nothing,
      401: errorBody,
      404: errorBody,
      409: conflictBody(z.object({ text: z.string() })),
    },
  },
);
