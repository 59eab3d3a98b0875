import { z } from 'zod';
import { studentParams } from '../accounts/calls.ts';
import { vivaOffer } from '../progress/viva-offer-calls.ts';
import { extensionRequest } from '../submissions/extension-calls.ts';
import { endpoint, errorBody, instant } from '../wire/endpoint.ts';

const ownRequest = z.object({
  /** The time that the student was told; null without one, and then a request is for a due date. */
  starts_at: instant.nullable(),
  /** Until then the student can ask, choose and withdraw. */
  ask_until: instant.nullable(),
  /** Whether that is over. */
  is_late: z.boolean(),
  /** The open one. */
  request: extensionRequest.nullable(),
  /** Of the open request, in order of time. */
  offers: z.array(vivaOffer),
});
export type OwnVivaRequest = z.infer<typeof ownRequest>;

const path = '/api/students/viva-request/:s_id';

export const readVivaRequest = endpoint('GET', path, {
  summary: "A student's open request for another viva time, with the times that are held for them",
  params: studentParams,
  answers: { 200: ownRequest, 401: errorBody, 404: errorBody },
});

export const pickVivaOffer = endpoint('PUT', path, {
  summary:
    'Choose one of the offered times, or none of them. The office decides; a chosen time is held for another day',
  params: studentParams,
  takesIdempotencyKey: true,
  body: z.object({ offer: z.string('offer must be an id or null').nullable() }),
  answers: { 200: ownRequest, 401: errorBody, 404: errorBody, 409: errorBody },
});

export const withdrawVivaRequest = endpoint('POST', `${path}/withdraw`, {
  summary: 'Withdraw the request for another viva time, and keep the one that was told',
  params: studentParams,
  takesIdempotencyKey: true,
  answers: { 200: ownRequest, 401: errorBody, 404: errorBody, 409: errorBody },
});
