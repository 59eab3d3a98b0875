import { z } from 'zod';
import { roles } from '../accounts/calls.ts';
import { discussionParams } from './calls.ts';
import { endpoint, errorBody } from '../wire/endpoint.ts';
import { limits } from '../limits.ts';

export const mentionable = z.object({ name: z.string(), role: z.enum(roles) });
export type Mentionable = z.infer<typeof mentionable>;

export const findMentionable = endpoint('GET', '/api/discussion/discussion/:s_id/people', {
  summary: 'Names of at most five students and mentors of the batch that begin with the typed text',
  params: discussionParams,
  query: z.object({
    name: z
      .string('name is required')
      .trim()
      .min(1, 'name is empty')
      .max(limits.name, `name can have at most ${limits.name} characters`),
  }),
  answers: { 200: z.array(mentionable), 401: errorBody, 404: errorBody },
});
