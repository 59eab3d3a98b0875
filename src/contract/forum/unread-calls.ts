import { z } from 'zod';
import { discussionParams, questionParams } from './calls.ts';
import { endpoint, errorBody, onlyThese } from '../wire/endpoint.ts';

/** At most 100 questions, and the version when counted. */
export const unreadCount = z.object({ unread: z.number(), version: z.number() });
export type UnreadCount = z.infer<typeof unreadCount>;

const refusals = { 401: errorBody, 404: errorBody } as const;
const answers = { 200: unreadCount, ...refusals, 409: errorBody } as const;

export const countUnread = endpoint('GET', '/api/discussion/discussion/:s_id/unread', {
  summary: 'How many questions have something unread, at most 100, and at which version of the discussion',
  params: discussionParams,
  answers: { 200: unreadCount, ...refusals },
});

export const readAllQuestions = endpoint('PUT', '/api/discussion/discussion/:s_id/read', {
  summary: 'Mark everything up to a `version` of the discussion as read, also what was marked as unread',
  params: discussionParams,
  takesIdempotencyKey: true,
  body: z.object({
    version: z
      .number('version must be a version of the discussion')
      .int('version must be a version of the discussion')
      .min(0, 'version must be a version of the discussion'),
  }),
  answers,
});

export const readQuestion = endpoint('PUT', '/api/discussion/discussion/:s_id/question/:id/read', {
  summary:
    'Mark a question as read with its comments up to the id `comment`; without it the question only. An Idempotency-Key is accepted, but not stored',
  params: questionParams,
  takesIdempotencyKey: true,
  body: onlyThese({ comment: z.string('comment must be the id of a comment').max(20).optional() }),
  answers: { 200: unreadCount, ...refusals },
});

export const markUnread = endpoint('PUT', '/api/discussion/discussion/:s_id/question/:id/unread', {
  summary: 'Mark a question as unread until the reader opens it again',
  params: questionParams,
  takesIdempotencyKey: true,
  answers,
});

export const muteQuestion = endpoint('PUT', '/api/discussion/discussion/:s_id/question/:id/mute', {
  summary: 'Mute a question: it never counts as unread, and sends no notices to the reader',
  params: questionParams,
  takesIdempotencyKey: true,
  answers,
});

export const unmuteQuestion = endpoint('DELETE', '/api/discussion/discussion/:s_id/question/:id/mute', {
  summary: 'Unmute a question',
  params: questionParams,
  takesIdempotencyKey: true,
  answers,
});
