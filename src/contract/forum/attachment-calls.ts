import { z } from 'zod';
import { attachmentTypes } from './attachment-view.ts';
import { bytes, endpoint, errorBody, nothing } from '../wire/endpoint.ts';

/** Without the sender: posts can be anonymous. Pixels of pictures. */
export const attachment = z.object({
  id: z.string(),
  name: z.string(),
  bytes: z.number(),
  type: z.enum(attachmentTypes),
  width: z.number().optional(),
  height: z.number().optional(),
});

export const attachFile = endpoint('POST', '/api/discussion/discussion/:s_id/attachments', {
  summary:
    "Upload a picture (PNG, JPEG, WebP, GIF; 5 MB) or a text (1 MB) for a post. Put `mark` into the post's text to show it. Metadata of pictures is removed. Files that no post shows are removed after a day. A repeated Idempotency-Key adds none",
  params: z.object({ s_id: z.string() }),
  multipart: true,
  takesIdempotencyKey: true,
  body: z.object({ file: z.string().meta({ format: 'binary' }) }),
  answers: {
    201: attachment.extend({ mark: z.string() }),
    401: errorBody,
    404: errorBody,
    408: errorBody,
    409: errorBody,
    413: errorBody,
    415: errorBody,
  },
});

export const readAttachment = endpoint('GET', '/api/discussion/attachments/:id', {
  summary:
    "An attachment's bytes, for readers of its discussion: pictures inline, texts as downloads. 304 for a known ETag",
  params: z.object({ id: z.string() }),
  media: ['image/*', 'text/plain'],
  answers: { 200: bytes, 304: nothing, 401: errorBody, 404: errorBody },
});
