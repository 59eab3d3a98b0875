import { z } from 'zod';
import { studentParams } from '../accounts/calls.ts';
import { limits } from '../limits.ts';
import { studentName } from '../progress/calls.ts';
import { endpoint, errorBody, instant } from '../wire/endpoint.ts';

const remoteConsent = z.object({
  /** Whether the student has been told of a viva with a link. */
  asked: z.boolean(),
  words: z.string(),
  /** Null before it is given, and once it is withdrawn. */
  given_at: instant.nullable(),
});
export type RemoteConsent = z.infer<typeof remoteConsent>;

export const readRemoteConsent = endpoint('GET', '/api/students/viva-consent/:s_id', {
  summary: 'Whether a student has agreed to a viva by video link',
  params: studentParams,
  answers: { 200: remoteConsent, 401: errorBody, 404: errorBody },
});

export const setRemoteConsent = endpoint('PUT', '/api/account/viva-consent', {
  summary: 'Agree to a viva by video link, or withdraw that; 409 without such a viva',
  takesIdempotencyKey: true,
  body: z.object({ agrees: z.boolean('agrees must be true or false') }),
  answers: { 200: remoteConsent, 401: errorBody, 409: errorBody },
});

const withoutConsent = z.object({
  /** By time, the first of them. */
  students: z.array(
    z.object({ student: studentName, batch: z.string(), starts_at: instant, room: z.string() }),
  ),
  count: z.number(),
});
export type WithoutRemoteConsent = z.infer<typeof withoutConsent>;

export const listWithoutRemoteConsent = endpoint('GET', '/api/staff/viva-consents', {
  summary: `Students with a coming viva by video link who have not agreed to that, at most ${limits.pageSize}. For administrators`,
  answers: { 200: withoutConsent, 401: errorBody },
});
