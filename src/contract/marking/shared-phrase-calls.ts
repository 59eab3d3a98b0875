import { z } from 'zod';
import { studentParams } from '../accounts/calls.ts';
import { limits } from '../limits.ts';
import {
  changes,
  conflictBody,
  endpoint,
  errorBody,
  fieldsBody,
  instant,
  nothing,
  removalOf,
} from '../wire/endpoint.ts';
import { phrase, typedPhrase } from './phrase-calls.ts';
import { phrasePlaces } from './phrase-places.ts';

/** Of all mentors of a batch, or of a project. `changed_by`: who changed it last; null for a removed account. */
const sharedPhrase = phrase.extend({
  place: z.enum(phrasePlaces),
  changed_by: z.string().nullable(),
  changed_at: instant,
});
export type SharedPhrase = z.infer<typeof sharedPhrase>;

const placeMessage = `kind must be one of ${phrasePlaces.join(', ')}`;
/** `place`: the name of a batch, or the id of a project. */
const placeParams = z.object({ kind: z.enum(phrasePlaces, placeMessage), place: z.string() });
const ofPhrase = {
  params: placeParams.extend({ phrase: z.string() }),
  takesIdempotencyKey: true,
} as const;

export const listSharedPhrases = endpoint('GET', '/api/staff/phrases/shared/:kind/:place', {
  summary: "A batch's or a project's shared phrases, by name",
  params: placeParams,
  answers: { 200: z.array(sharedPhrase), 401: errorBody, 404: errorBody },
});

export const listPhrasesForStudent = endpoint('GET', '/api/staff/students/:s_id/phrases', {
  summary: "The shared phrases of a student's batch, then of their project",
  params: studentParams,
  answers: { 200: z.array(sharedPhrase), 401: errorBody, 404: errorBody },
});

export const addSharedPhrase = endpoint('POST', '/api/staff/phrases/shared/:kind/:place', {
  summary: `Share a phrase with all mentors of a batch or a project, at most ${limits.phrases}`,
  params: placeParams,
  takesIdempotencyKey: true,
  body: typedPhrase,
  answers: { 400: fieldsBody, 201: sharedPhrase, 401: errorBody, 404: errorBody, 409: errorBody },
});

export const changeSharedPhrase = endpoint('PUT', '/api/staff/phrases/shared/:kind/:place/:phrase', {
  summary: 'Change a shared phrase',
  ...ofPhrase,
  body: changes(typedPhrase.shape),
  answers: {
    400: fieldsBody,
    200: sharedPhrase,
    401: errorBody,
    404: errorBody,
    409: conflictBody(sharedPhrase),
  },
});

export const deleteSharedPhrase = endpoint('DELETE', '/api/staff/phrases/shared/:kind/:place/:phrase', {
  summary: 'Delete a shared phrase. `began` is what was seen of it',
  ...ofPhrase,
  body: removalOf(typedPhrase.shape),
  answers: { 204: nothing, 401: errorBody, 404: errorBody, 409: conflictBody(sharedPhrase) },
});
