import { z } from 'zod';
import { roles, studentParams } from '../accounts/calls.ts';
import { attachment } from './attachment-calls.ts';
import {
  changes,
  conflictBody,
  endpoint,
  errorBody,
  events,
  instant,
  more,
  removalOf,
  nothing,
  pageQuery,
  visibleText,
} from '../wire/endpoint.ts';
import { limits } from '../limits.ts';
import { questionFilters, questionSorts, similarTextLength } from './question-view.ts';

export const author = z.object({ name: z.string(), online: z.boolean(), role: z.enum(roles) });

/** `author` is real for the author and staff, else "Anonymous". */
const withoutName = { anonymous: z.literal(true).optional() };

export const postFormats = ['plain', 'markdown'] as const;
export type PostFormat = (typeof postFormats)[number];

/** `html`: safe, with attachments, absent for plain text; `mentions` with `@`, absent without any. */
const written = {
  format: z.enum(postFormats),
  html: z.string().optional(),
  mentions: z.array(z.string()).optional(),
  attachments: z.array(attachment).optional(),
};

/** A mentor's reasons; students cannot write in a locked question. */
const moderated = {
  locked: z.object({ reason: z.string() }).optional(),
  pinned: z.object({ reason: z.string() }).optional(),
};

/** `can` only if the reader may edit and delete it. */
export const comment = z.object({
  id: z.string(),
  text: z.string(),
  author,
  createdAt: instant,
  editedAt: instant.optional(),
  can: z.object({ edit: z.boolean(), delete: z.boolean() }).optional(),
  ...written,
  ...withoutName,
});

/**
 * `answers`: texts of `comments` (specification, section 3), the newest 50 within 32 KB; `readComments` has
 * the rest, `answers_count` counts all. `unread`: others' unseen posts, 0 if muted.
 */
export const question = z.object({
  _id: z.string(),
  question: z.string(),
  answers: z.array(z.string()),
  answers_count: z.number(),
  comments: z.array(comment),
  author,
  createdAt: instant,
  editedAt: instant.nullable(),
  views: z.number(),
  isFavorite: z.boolean(),
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
  unread: z.number(),
  isMuted: z.boolean(),
  ...written,
  ...withoutName,
  solution: comment.optional(),
  ...moderated,
});
export type Question = z.infer<typeof question>;

/** The newest, oldest first; `batch` null before placement; `followDiscussion` continues at `version`. */
export const discussion = z.object({
  batch: z.string().nullable(),
  questions: z.array(question),
  more,
  version: z.number().optional(),
});
export type Discussion = z.infer<typeof discussion>;

/** Oldest first. */
export const commentPage = question.pick({ _id: true, answers: true, answers_count: true, comments: true });
export type CommentPage = z.infer<typeof commentPage>;

/** By others on the student's own; texts are cut. */
export const newestAnswer = z.object({
  question: z.object({ _id: z.string(), beginning: z.string() }),
  comment: z.object({ id: z.string(), beginning: z.string(), author, createdAt: instant }),
});
export type NewestAnswer = z.infer<typeof newestAnswer>;

export const discussionParams = z.object({ s_id: z.string() });
export const questionParams = z.object({ s_id: z.string(), id: z.string() });

export const format = z.enum(postFormats, `format must be ${postFormats.join(' or ')}`).optional();

export const foundText = z.array(z.object({ text: z.string(), found: z.boolean() }));
export type FoundText = z.infer<typeof foundText>;

export const foundQuestion = z.object({
  _id: z.string(),
  pieces: foundText,
  author,
  createdAt: instant,
  answers_count: z.number(),
  isFavorite: z.boolean(),
  isSolved: z.boolean(),
  unread: z.number(),
  ...withoutName,
  ...moderated,
});
export type FoundQuestion = z.infer<typeof foundQuestion>;

export const foundQuestions = z.object({
  batch: z.string().nullable(),
  questions: z.array(foundQuestion),
  more,
});
export type FoundQuestions = z.infer<typeof foundQuestions>;

const typedText = (name: string, max: number) =>
  z
    .string(`${name} must be a text`)
    .trim()
    .max(max, `${name} can have at most ${max.toLocaleString('en')} characters`);
const oneOf = <const T extends readonly [string, ...string[]]>(name: string, values: T) =>
  z.enum(values, `${name} must be one of ${values.join(', ')}`);

export const readDiscussion = endpoint('GET', '/api/discussion/discussion/:s_id', {
  summary:
    "The batch's questions with their newest comments. Staff use the batch's name in place of the email. A page ends at 512 KB and then has `more`; continue with `before` until a page is empty. `question` = an _id gives that one only, if it exists",
  params: discussionParams,
  query: pageQuery.extend({
    question: z.string().min(1, 'question must be the _id of a question').max(100).optional(),
  }),
  answers: { 200: discussion, 401: errorBody, 404: errorBody },
});

export const findQuestions = endpoint('GET', '/api/discussion/discussion/:s_id/questions', {
  summary:
    "Search or filter the batch's questions. `q` matches words in any inflection and script, best first; without it the newest come first. `filter`: own, favourite, unanswered, solved, unread or pinned questions. Continue with `after` = the _id of the last one seen",
  params: discussionParams,
  query: z.object({
    q: typedText('q', limits.questionSearch).optional(),
    filter: oneOf('filter', questionFilters).optional(),
    sort: oneOf('sort', questionSorts).optional(),
    after: z.string().min(1, 'after must be the _id of the last one seen').max(100).optional(),
  }),
  answers: { 200: foundQuestions, 401: errorBody, 404: errorBody },
});

export const findSimilarQuestions = endpoint('GET', '/api/discussion/discussion/:s_id/similar', {
  summary: 'The three questions of the batch most similar to a text, best first',
  params: discussionParams,
  query: z.object({ text: typedText('text', similarTextLength) }),
  answers: { 200: foundQuestions, 401: errorBody, 404: errorBody },
});

export const followDiscussion = endpoint('GET', '/api/discussion/discussion/:s_id/events', {
  summary:
    'Changes of the discussion as server-sent events: `question` with `{_id, change: "asked" | "changed" | "removed", answers_count}`, `refresh` if too many changes were missed, `beat` every 20 s. An event\'s id is the discussion\'s version; continue with `after` or `Last-Event-ID`. The stream ends with the session or the right to read',
  params: discussionParams,
  query: z.object({
    after: z.coerce
      .number({ error: 'after must be the version of a discussion' })
      .int('after must be the version of a discussion')
      .min(0, 'after must be the version of a discussion')
      .optional(),
  }),
  answers: { 200: events, 401: errorBody, 404: errorBody },
});

export const readComments = endpoint('GET', '/api/discussion/discussion/:s_id/question/:id/answers', {
  summary:
    "A question's newest comments, oldest first, or those before the comment `before`: 50, or `limit`, fewer beyond 512 KB. Continue until a page is empty",
  params: questionParams,
  query: pageQuery,
  answers: { 200: commentPage, 401: errorBody, 404: errorBody },
});

export const readNewestAnswers = endpoint('GET', '/api/discussion/answers/:s_id', {
  summary:
    "The newest comments by others on a student's own questions: at most three, one per question, newest first",
  params: studentParams,
  answers: { 200: z.array(newestAnswer), 401: errorBody, 404: errorBody },
});

const change = {
  takesIdempotencyKey: true,
  prefersMinimal: true,
  answers: { 200: discussion, 401: errorBody, 404: errorBody, 409: errorBody },
} as const;

export const askQuestion = endpoint('POST', '/api/discussion/discussion/:s_id/question', {
  summary:
    'Ask a question, in plain text or, with `format`, in Markdown. `anonymous` hides the name from classmates, not from staff. The new question is the last in the answer. A repeated Idempotency-Key adds none for 90 days',
  params: discussionParams,
  ...change,
  body: z.object({
    question: visibleText('The question', limits.question),
    format,
    anonymous: z.boolean('anonymous must be true or false').optional(),
  }),
  answers: { 201: discussion, 401: errorBody, 404: errorBody, 409: errorBody },
});

export const answerQuestion = endpoint('POST', '/api/discussion/discussion/:s_id/question/:id/answer', {
  summary:
    'Comment on a question, in plain text or, with `format`, in Markdown. A repeated Idempotency-Key adds none for 90 days',
  params: questionParams,
  ...change,
  body: z.object({ answer: visibleText('The comment', limits.answer), format }),
  answers: { 201: discussion, 401: errorBody, 404: errorBody, 409: errorBody },
});

/** For conflicts; `author`: the asker's name. */
export const currentQuestion = z.object({
  text: z.string(),
  editedAt: instant.nullable(),
  author: z.string(),
  ...written,
});
export type CurrentQuestion = z.infer<typeof currentQuestion>;

export const editQuestion = endpoint('PUT', '/api/discussion/discussion/:s_id/question/:id', {
  summary:
    "Edit a question (its author and the batch's mentors). `originalText` is the text the edit began from: if others have changed it since, 409 with `current`. Without `format` the format stays",
  params: questionParams,
  ...change,
  body: changes({
    questionText: visibleText('The question', limits.question),
    originalText: z.string('originalText must be a text').trim().optional(),
    format,
  }),
  answers: { ...change.answers, 409: conflictBody(currentQuestion) },
});

export const deleteQuestion = endpoint('DELETE', '/api/discussion/discussion/:s_id/question/:id', {
  summary:
    "Delete a question (its author and the batch's mentors). `began.text` is the text that was seen: 409 with `current` if it was edited since",
  params: questionParams,
  ...change,
  body: removalOf({ text: z.string() }),
  answers: { ...change.answers, 409: conflictBody(currentQuestion) },
});

export const markAnswer = endpoint('PUT', '/api/discussion/discussion/:s_id/question/:id/solution', {
  summary:
    "Mark a comment as the only answer to its question (the question's author and the batch's mentors)",
  params: questionParams,
  ...change,
  body: z.object({ comment: z.string('comment must be the id of a comment on this question') }),
});

export const unmarkAnswer = endpoint('DELETE', '/api/discussion/discussion/:s_id/question/:id/solution', {
  summary: "Unmark the answer (the question's author and the batch's mentors)",
  params: questionParams,
  ...change,
});

const acknowledged = { 204: nothing, 401: errorBody, 404: errorBody, 409: errorBody } as const;

export const favoriteQuestion = endpoint('PUT', '/api/discussion/discussion/:s_id/question/:id/favorite', {
  summary: 'Add a question to the favourites',
  params: questionParams,
  takesIdempotencyKey: true,
  answers: acknowledged,
});

export const unfavoriteQuestion = endpoint(
  'DELETE',
  '/api/discussion/discussion/:s_id/question/:id/favorite',
  {
    summary: 'Remove a question from the favourites',
    params: questionParams,
    takesIdempotencyKey: true,
    answers: acknowledged,
  },
);

export const viewQuestion = endpoint('POST', '/api/discussion/discussion/:s_id/question/:id/view', {
  summary: 'Count the reader as a viewer, once',
  params: questionParams,
  takesIdempotencyKey: true,
  answers: { 204: nothing, 401: errorBody, 404: errorBody },
});

const commentParams = z.object({ s_id: z.string(), id: z.string(), comment: z.string() });

export const editComment = endpoint('PUT', '/api/discussion/discussion/:s_id/question/:id/answer/:comment', {
  summary: "Edit a comment (its author and the batch's mentors), by the rules for questions",
  params: commentParams,
  ...change,
  body: changes({
    answer: visibleText('The comment', limits.answer),
    originalText: z.string('originalText must be a text').trim().optional(),
    format,
  }),
  answers: { ...change.answers, 409: conflictBody(currentQuestion) },
});

export const deleteComment = endpoint(
  'DELETE',
  '/api/discussion/discussion/:s_id/question/:id/answer/:comment',
  {
    summary:
      "Delete a comment (its author and the batch's mentors). If it was the answer, the question has none after that. `began` as for questions",
    params: commentParams,
    ...change,
    body: removalOf({ text: z.string() }),
    answers: { ...change.answers, 409: conflictBody(currentQuestion) },
  },
);

export const undoQuestionDeletion = endpoint(
  'PUT',
  '/api/discussion/discussion/:s_id/question/:id/restored',
  {
    summary:
      'Undo the deletion of a question (by the same person, within a minute; then 409). No effect if it was not deleted',
    params: questionParams,
    ...change,
  },
);

export const undoCommentDeletion = endpoint(
  'PUT',
  '/api/discussion/discussion/:s_id/question/:id/answer/:comment/restored',
  {
    summary:
      'Undo the deletion of a comment (by the same person, within a minute; then 409). It becomes the answer again if it was. No effect if it was not deleted',
    params: commentParams,
    ...change,
  },
);

/** `replacedBy`: the mentor's name, null for the author. */
export const formerText = z.object({
  id: z.string(),
  comment: z.string().nullable(),
  text: z.string(),
  writtenAt: instant,
  replacedAt: instant,
  replacedBy: z.string().nullable(),
  ...written,
});
export type FormerText = z.infer<typeof formerText>;

export const history = z.object({ texts: z.array(formerText), more });
export type History = z.infer<typeof history>;

export const readHistory = endpoint('GET', '/api/discussion/discussion/:s_id/question/:id/history', {
  summary:
    'Earlier texts of a question and its comments, last replaced first: 50, or `limit`, fewer beyond 512 KB. Continue with `before` = the id of the oldest one seen until a page is empty',
  params: questionParams,
  query: pageQuery,
  answers: { 200: history, 401: errorBody, 404: errorBody },
});

/** Data of the stream's `question` events. */
export const questionChange = z.object({
  _id: z.string(),
  change: z.enum(['asked', 'changed', 'removed']),
  answers_count: z.number(),
});
export type QuestionChange = z.infer<typeof questionChange>;
