import { z } from 'zod';
import { endpoint, errorBody } from '../wire/endpoint.ts';

/** The sample catalogue as far as it is there. */
const sample = z.object({
  is_there: z.boolean(),
  courses: z.array(z.string()),
  batches: z.array(z.string()),
  projects: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Who or what lives in it, a sentence's part each; none where it can be removed. */
  in_the_way: z.array(z.string()),
});
export type Sample = z.infer<typeof sample>;

export const readSample = endpoint('GET', '/api/staff/sample', {
  summary: 'The sample catalogue that is still there, and who uses it. For administrators',
  answers: { 200: sample, 401: errorBody },
});

export const removeSample = endpoint('POST', '/api/staff/sample/removal', {
  summary: 'Remove the sample catalogue if nobody uses it. For administrators',
  takesIdempotencyKey: true,
  answers: { 200: z.object({ message: z.string() }), 401: errorBody, 409: errorBody },
});
