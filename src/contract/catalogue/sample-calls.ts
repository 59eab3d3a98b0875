import { z } from 'zod';
import { endpoint, errorBody } from '../wire/endpoint.ts';

const sample = z.object({
  is_there: z.boolean(),
  courses: z.array(z.string()),
  batches: z.array(z.string()),
  projects: z.array(z.object({ id: z.string(), name: z.string() })),
  /** What uses it, so that it cannot be removed. */
  in_the_way: z.array(z.string()),
});
export type Sample = z.infer<typeof sample>;

export const readSample = endpoint('GET', '/api/staff/sample', {
  summary: 'The sample catalogue and its use, for administrators',
  answers: { 200: sample, 401: errorBody },
});

export const loadSample = endpoint('POST', '/api/staff/sample', {
  summary: 'Load the example courses, with batches and projects, into a catalogue without courses',
  answers: { 200: z.object({ message: z.string() }), 401: errorBody, 409: errorBody },
});

export const removeSample = endpoint('POST', '/api/staff/sample/removal', {
  summary: 'Remove the sample catalogue while it is not in use, for administrators',
  takesIdempotencyKey: true,
  answers: { 200: z.object({ message: z.string() }), 401: errorBody, 409: errorBody },
});
