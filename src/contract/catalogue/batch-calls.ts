import { z } from 'zod';
import { endpoint } from '../wire/endpoint.ts';
import { limits } from '../limits.ts';

export const suggestBatches = endpoint('GET', '/api/auth/batches', {
  summary: 'Open batches whose name contains `q`, at most ten',
  query: z.object({
    q: z.string().max(limits.batch, `q can have at most ${limits.batch} characters`).optional(),
  }),
  answers: {
    200: z.array(
      z.object({
        name: z.string(),
        course: z.string(),
        /** Only for batches that take invited emails. */
        joining: z.literal('invited').optional(),
      }),
    ),
  },
});
