import { z } from 'zod';
import {
  author,
  currentQuestion,
  discussionParams,
  format,
  postFormats,
  questionParams,
} from '../forum/calls.ts';
import { attachment } from '../forum/attachment-calls.ts';
import { limits } from '../limits.ts';
import {
  beganWith,
  conflictBody,
  endpoint,
  errorBody,
  events,
  instant,
  more,
  pageQuery,
  visibleText,
} from '../wire/endpoint.ts';

/** `html` and `attachments` as in the forum; `can` if the reader wrote it. */
export const privatePost = z.object({
  id: z.string(),
  text: z.string(),
  author,
  createdAt: instant,
  editedAt: instant.optional(),
  can: z.object({ edit: z.boolean(), delete: z.boolean() }).optional(),
  format: z.enum(postFormats),
  html: z.string().optional(),
  attachments: z.array(attachment).optional(),
});
export type PrivatePost = z.infer<typeof privatePost>;

/** `since`: null where it was not noted. */
const taker = z.object({ name: z.string(), is_you: z.boolean(), since: instant.nullable() });

/**
 * `posts`: the question, then its newest answers, oldest first; `posts_count` counts all. `waiting_since`: the
 * student's first post without a mentor's answer. `taken_by`: the mentor who answers. `opened`: the forum's
 * question it became. `open_asked`: the mentor who asks the student to open it.
 */
export const privateQuestion = z.object({
  _id: z.string(),
  posts: z.array(privatePost),
  posts_count: z.number(),
  waiting_since: instant.nullable(),
  taken_by: taker.nullable(),
  unread: z.number(),
  opened: z.string().nullable(),
  open_asked: z.string().nullable(),
});
export type PrivateQuestion = z.infer<typeof privateQuestion>;

/** `batch` null before placement; `followPrivate` continues at `version`. */
export const privateQuestions = z.object({
  batch: z.string().nullable(),
  questions: z.array(privateQuestion),
  more,
  version: z.number(),
});
export type PrivateQuestions = z.infer<typeof privateQuestions>;

const text = visibleText('The text', limits.question);

export const readPrivate = endpoint('GET', '/api/discussion/private/:s_id', {
  summary:
    "A student's private questions to the mentors, newest first. Mentors use the batch's name in place of the email and get those of the batch: first what waits for an answer, oldest first. Continue with `before` = the _id of the last one. `question` = an _id gives that one with all its posts",
  params: discussionParams,
  query: pageQuery.extend({
    question: z.string().min(1, 'question must be the _id of a private question').max(100).optional(),
  }),
  answers: { 200: privateQuestions, 401: errorBody, 404: errorBody },
});

const answers = { 401: errorBody, 404: errorBody, 409: errorBody } as const;

export const sendPrivate = endpoint('POST', '/api/discussion/private/:s_id', {
  summary:
    "Ask the mentors privately (students), or with `question` = an _id answer in that private question. Only its author and the batch's mentors can read it. `newest`, the id of the newest post that was read: 409 if others have written since. A repeated Idempotency-Key adds none for 90 days",
  params: discussionParams,
  takesIdempotencyKey: true,
  body: z.object({
    text,
    format,
    question: z.string('question must be the _id of a private question').max(100).optional(),
    newest: z.string('newest must be the id of a post of this question').max(20).optional(),
  }),
  answers: { 201: privateQuestions, ...answers },
});

export const privateQuestionActions = ['read', 'edit', 'delete', 'take', 'ask-to-open', 'open'] as const;
export type PrivateQuestionAction = (typeof privateQuestionActions)[number];

export const changePrivate = endpoint('PUT', '/api/discussion/private/:s_id/:id', {
  summary:
    "Change a private question. `read`: mark it as read up to `post`. `edit` with `text`, `delete`: the reader's own `post`; deleting the question deletes all; 409 with `current` if `began.text`, or for a question `began.newest`, the id of its newest post, is another one now. `take`: become its mentor (mentors); with `began.taken_by`, 409 with `current` if it is another one now. `ask-to-open`: ask the student to share it with the batch (mentors). `open`: share it with the batch, with its answers, `anonymous` without the student's name (its author)",
  params: questionParams,
  takesIdempotencyKey: true,
  body: z.object({
    act: z.enum(privateQuestionActions, `act must be one of ${privateQuestionActions.join(', ')}`),
    post: z.string('post must be the id of a post of this question').max(20).optional(),
    text: text.optional(),
    format,
    anonymous: z.boolean('anonymous must be true or false').optional(),
    began: beganWith({ text, newest: z.string(), taken_by: taker.nullable() }),
  }),
  answers: {
    200: privateQuestions,
    ...answers,
    409: conflictBody(
      z.union([
        currentQuestion,
        z.object({ taken_by: taker.nullable() }),
        z.object({ text: z.string(), newest: z.string().optional() }),
      ]),
    ),
  },
});

export const followPrivate = endpoint('GET', '/api/discussion/private/:s_id/events', {
  summary:
    'Changes of the private questions that the reader may read, as server-sent events: `refresh` with the version as its id, `beat` every 20 s. Continue with `after` or `Last-Event-ID`. The stream ends with the session or the right to read',
  params: discussionParams,
  query: z.object({
    after: z.coerce
      .number({ error: 'after must be a version' })
      .int('after must be a version')
      .min(0, 'after must be a version')
      .optional(),
  }),
  answers: { 200: events, 401: errorBody, 404: errorBody },
});
