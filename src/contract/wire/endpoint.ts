import { z } from 'zod';
import type { Method, RouteAddress } from '../fill-path.ts';

/** Every error: a message for people, a code for programs, and the request's id in the log. */
export const errorBody = z
  .object({ message: z.string(), code: z.string(), request_id: z.string() })
  .meta({ title: 'Problem' });

/** A 409 with the `current` state, after a change by others. */
export const conflictBody = <Current extends z.ZodType>(current: Current) =>
  errorBody.extend({ current: current.optional() });

/** A 400 with an error for each field; `message` is the first. */
export const fieldsBody = errorBody.extend({
  fields: z.array(z.object({ name: z.string(), message: z.string() })).optional(),
});

/** No body (204). */
export const nothing = Symbol('nothing');
/** A file. */
export const bytes = Symbol('bytes');
/** Server-sent events. */
export const events = Symbol('events');

export type AnswerSchema = z.ZodType | typeof nothing | typeof bytes | typeof events;

/** A call as data, for server, client, OpenAPI and tests. */
export type Endpoint = RouteAddress & {
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** A JSON body's schema, or the text fields of a multipart one. */
  body?: z.ZodType;
  multipart?: true;
  /**
   * A repetition with the same header `Idempotency-Key` (1 to 200 characters) changes nothing, and gets the first one's
   * status and shape. Keys count within an account and a kind of change.
   */
  takesIdempotencyKey?: true;
  /** With `Prefer: return=minimal` (RFC 7240) a list in the answer has only changed rows. */
  prefersMinimal?: true;
  /** Refuses JSON objects with two members of one name. */
  refusesRepeatedMembers?: true;
  /** By status. */
  answers: Record<number, AnswerSchema>;
};

/** Of any call; signed-in ones add 401 and 403. */
const commonErrors = { 400: errorBody, 403: errorBody, 429: errorBody, 500: errorBody, 503: errorBody };

/** Whether a call's 400 names each wrong field. */
export const namesFields = ({ answers }: Endpoint): boolean => answers[400] === fieldsBody;

/** `answers` adds to, or replaces, the common ones. */
export function endpoint<
  const M extends Method,
  const P extends string,
  const D extends Omit<Endpoint, keyof RouteAddress>,
>(method: M, path: P, description: D) {
  return { method, path, ...description, answers: { ...commonErrors, ...description.answers } };
}

/** True where a page ended before its `limit` because of its bytes; else absent. */
export const more = z.literal(true).optional();

/** For bodies of optional fields: unknown ones are refused, so that no misspelling is ignored. */
export const onlyThese = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: ({ code }) =>
      code === 'unrecognized_keys' ? `The body can have only: ${Object.keys(shape).join(', ')}` : undefined,
  });

/** An instant: ISO 8601, UTC, milliseconds. */
export const instant = z.string().meta({ format: 'date-time' });

const limitMessage = 'limit must be a whole number from 1 to 100';

export const pageLimit = z.coerce
  .number({ error: limitMessage })
  .int(limitMessage)
  .min(1, limitMessage)
  .max(100, limitMessage)
  .optional();

/**
 * The newest `limit` rows, or those before the oldest one seen. A page may end earlier (`limits.pageBytes`), with at least
 * one row and `more`; for all rows, read on until a page is empty.
 */
export const pageQuery = z.object({
  limit: pageLimit,
  before: z.string().min(1, 'before must be the number or _id of the oldest one seen').max(100).optional(),
});
