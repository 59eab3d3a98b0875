import { z } from 'zod';
import { endpoint, errorBody } from '../wire/endpoint.ts';

export const readHealth = endpoint('GET', '/api/health', {
  summary: 'Whether this process is alive; checks neither database nor disk',
  answers: { 200: z.object({ status: z.literal('ok') }) },
});

/** By name. */
const checks = z.record(z.string(), z.enum(['ok', 'failing']));

export const readReadiness = endpoint('GET', '/api/ready', {
  summary:
    'Whether this process can take requests: degraded if a shared service fails, 503 if other processes can serve instead',
  answers: {
    200: z.object({ status: z.enum(['ok', 'degraded']), checks }),
    503: z.object({ ...errorBody.shape, status: z.literal('unavailable'), checks }),
  },
});
