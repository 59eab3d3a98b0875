import { z } from 'zod';
import { endpoint, errorBody, onlyThese } from '../wire/endpoint.ts';

/** Questions with something unread, at most 100, and the discussion's version when counted. */
export const unreadCount = z.object({ unread: z.number(), version: z.number() });
export type UnreadCount = z.infer<typeof unreadCount>;

const params = z.object({ s_id: z.string(), id: z.string() });
const refusals = { 401: errorBody, 404: errorBody } as const;
const answers = { 200: unreadCount, ...refusals, 409: errorBody } as const;

export const countUnread = endpoint('GET', '/api/discussion/discussion/:s_id/unread', {
  summary:
    'How many questions of the batch have something that the reader has not seen, 100 where they are more, and at which version of the discussion',
  params: params.pick({ s_id: true }),
  answers: { 200: unreadCount, ...refusals },
});

export const readAllQuestions = endpoint('PUT', '/api/discussion/discussion/:s_id/read', {
  summary:
    'Mark all that has come up to a `version` of the discussion as read, as `countUnread` says it; what is marked as unread too',
  params: params.pick({ s_id: true }),
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
    'Note a question as read with its comments up to `comment`, the id of the newest one that was shown; without it the question alone. Reading counts once by itself: a key is taken, and none is kept',
  params,
  takesIdempotencyKey: true,
  body: onlyThese({ comment: z.string('comment must be the id of a comment').max(20).optional() }),
  answers: { 200: unreadCount, ...refusals },
});

export const markUnread = endpoint('PUT', '/api/discussion/discussion/:s_id/question/:id/unread', {
  summary: 'Mark a question as unread again, until the reader next opens it',
  params,
  takesIdempotencyKey: true,
  answers,
});

export const muteQuestion = endpoint('PUT', '/api/discussion/discussion/:s_id/question/:id/mute', {
  summary: 'Mute a question: nothing of it counts as unread, and the reader is told nothing of it',
  params,
  takesIdempotencyKey: true,
  answers,
});

export const unmuteQuestion = endpoint('DELETE', '/api/discussion/discussion/:s_id/question/:id/mute', {
  summary: 'Be told of a question again that was muted',
  params,
  takesIdempotencyKey: true,
  answers,
});
