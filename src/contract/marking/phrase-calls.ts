import { z } from 'zod';
import {
  changes,
  conflictBody,
  endpoint,
  errorBody,
  fieldsBody,
  nothing,
  removalOf,
} from '../wire/endpoint.ts';
import { limits } from '../limits.ts';
import { isSeen } from '../unseen.ts';

/** `;name` inserts it into a comment. */
export const phrase = z.object({ id: z.string(), name: z.string(), text: z.string() });
export type Phrase = z.infer<typeof phrase>;

const nameMessage = `name must be 1 to ${limits.phraseName} lower-case letters, digits or hyphens`;
const textMessage = `text must have 1 to ${limits.phrase.toLocaleString('en')} characters`;

export const typedPhrase = z.object({
  name: z
    .string(nameMessage)
    .trim()
    .toLowerCase()
    .max(limits.phraseName, nameMessage)
    .regex(/^[a-z0-9-]+$/, nameMessage),
  text: z
    .string(textMessage)
    .trim()
    .min(1, textMessage)
    .refine(isSeen, textMessage)
    .max(limits.phrase, textMessage),
});
export type TypedPhrase = z.output<typeof typedPhrase>;

const ofPhrase = { params: z.object({ phrase: z.string() }), takesIdempotencyKey: true } as const;

export const listPhrases = endpoint('GET', '/api/staff/phrases', {
  summary: "The staff member's own phrases, by name",
  answers: { 200: z.array(phrase), 401: errorBody },
});

export const addPhrase = endpoint('POST', '/api/staff/phrases', {
  summary: `Save a phrase of one's own, at most ${limits.phrases}`,
  takesIdempotencyKey: true,
  body: typedPhrase,
  answers: { 400: fieldsBody, 201: phrase, 401: errorBody, 404: errorBody, 409: errorBody },
});

export const changePhrase = endpoint('PUT', '/api/staff/phrases/:phrase', {
  summary: "Change a phrase of one's own",
  ...ofPhrase,
  body: changes(typedPhrase.shape),
  answers: { 400: fieldsBody, 200: phrase, 401: errorBody, 404: errorBody, 409: conflictBody(phrase) },
});

export const deletePhrase = endpoint('DELETE', '/api/staff/phrases/:phrase', {
  summary: "Delete a phrase of one's own. `began` is what was seen of it",
  ...ofPhrase,
  body: removalOf(typedPhrase.shape),
  answers: { 204: nothing, 401: errorBody, 404: errorBody, 409: conflictBody(phrase) },
});
