import { z } from 'zod';
import { conflictBody, endpoint, errorBody } from '../wire/endpoint.ts';
import { wordings } from './certificate-calls.ts';
import { certificateKinds } from './wording.ts';

const kind = z.enum(certificateKinds, 'kind must be certificate or statement');

export const putBackground = endpoint('POST', '/api/staff/certificate-background', {
  summary:
    'Store the picture behind certificates or statements of marks that are issued from then on: PNG, JPEG or WebP of at most 5 MB in the shape of A4 landscape. `original` is the SHA-256 of the picture that was seen, empty for none. A change by others is then 409 with `current`. For administrators',
  multipart: true,
  takesIdempotencyKey: true,
  body: z.object({ kind, original: z.string().optional() }),
  answers: {
    200: wordings,
    401: errorBody,
    409: conflictBody(wordings),
    413: errorBody,
    415: errorBody,
  },
});

export const removeBackground = endpoint('DELETE', '/api/staff/certificate-background/:kind', {
  summary:
    'Issue certificates or statements of marks without a picture behind them; what is issued keeps its own. `original` as above. For administrators',
  params: z.object({ kind }),
  query: z.object({ original: z.string().optional() }),
  takesIdempotencyKey: true,
  answers: { 200: wordings, 401: errorBody, 409: conflictBody(wordings) },
});
