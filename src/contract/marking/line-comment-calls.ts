import { z } from 'zod';
import { studentParams } from '../accounts/calls.ts';
import { limits } from '../limits.ts';
import { entryPath } from '../submissions/preview-calls.ts';
import {
  changes,
  conflictBody,
  endpoint,
  errorBody,
  fieldsBody,
  instant,
  nothing,
  removalOf,
  visibleText,
} from '../wire/endpoint.ts';

const lineComment = z.object({
  id: z.string(),
  /** In the ZIP; null: the file itself. */
  path: z.string().nullable(),
  /** From 1. */
  line: z.number(),
  text: z.string(),
  by: z.string(),
  at: instant,
  edited_at: instant.nullable(),
});
export type LineComment = z.infer<typeof lineComment>;

const lineMessage = 'line must be a whole number from 1';
const text = visibleText('The comment', limits.lineComment);

const ofVersion = { params: z.object({ id: z.string() }) } as const;
const ofComment = {
  params: z.object({ id: z.string(), comment: z.string() }),
  takesIdempotencyKey: true,
} as const;

export const listLineComments = endpoint('GET', '/api/staff/submissions/:id/line-comments', {
  summary: "The comments at lines of a version's file, by path and line, released or not",
  ...ofVersion,
  answers: { 200: z.array(lineComment), 401: errorBody, 404: errorBody },
});

export const addLineComment = endpoint('POST', '/api/staff/submissions/:id/line-comments', {
  summary: `Comment on a line of a version's text, or of a text in its ZIP (\`path\`); at most ${limits.lineComments} in a version. The student sees it while the version's mark is released`,
  ...ofVersion,
  takesIdempotencyKey: true,
  body: z.object({
    path: entryPath.nullable().default(null),
    line: z.number(lineMessage).int(lineMessage).min(1, lineMessage),
    text,
  }),
  answers: {
    400: fieldsBody,
    201: lineComment,
    401: errorBody,
    404: errorBody,
    409: errorBody,
    410: errorBody,
    415: errorBody,
  },
});

export const changeLineComment = endpoint('PUT', '/api/staff/submissions/:id/line-comments/:comment', {
  summary: 'Change the text of a comment at a line',
  ...ofComment,
  body: changes({ text }),
  answers: {
    400: fieldsBody,
    200: lineComment,
    401: errorBody,
    404: errorBody,
    409: conflictBody(lineComment),
  },
});

export const deleteLineComment = endpoint('DELETE', '/api/staff/submissions/:id/line-comments/:comment', {
  summary: 'Delete a comment at a line. `began` is what was seen of it',
  ...ofComment,
  body: removalOf({ text: z.string() }),
  answers: { 204: nothing, 401: errorBody, 404: errorBody, 409: conflictBody(lineComment) },
});

const commentedFile = z.object({
  version: z.number(),
  /** Null: without a file, or removed on request. */
  file: z.object({ id: z.string(), name: z.string() }).nullable(),
  comments: z.array(lineComment),
});
export type CommentedFile = z.infer<typeof commentedFile>;

export const listOwnLineComments = endpoint('GET', '/api/students/lineComments/:s_id', {
  summary: "The comments at lines of one version's file, while its mark is released",
  params: studentParams,
  query: z.object({
    receipt: z.string('receipt must be a receipt number').max(100, 'receipt must be a receipt number'),
  }),
  answers: { 200: commentedFile, 401: errorBody, 404: errorBody },
});
