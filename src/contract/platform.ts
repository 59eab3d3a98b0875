import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { paths } from './paths.ts';

export const readHealth = endpoint(paths.readHealth, {
  summary: 'Whether the portal and its database answer',
  answers: { 200: z.object({ status: z.literal('ok') }) },
});
