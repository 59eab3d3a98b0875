import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const readHealth = endpoint('GET', '/api/health', {
  summary: 'Whether the portal and its database answer',
  answers: { 200: z.object({ status: z.literal('ok') }) },
});
