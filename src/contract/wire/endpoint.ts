import { z } from 'zod';
import type { Method, RouteAddress } from '../fill-path.ts';

/**
 * Every refusal and failure: a message fit to show a person, a code fit for a program, and the id of the request, under
 * which the portal's log tells more.
 */
export const errorBody = z
  .object({ message: z.string(), code: z.string(), request_id: z.string() })
  .meta({ title: 'Problem' });

/**
 * A 409, with what is stored now where a change was begun from something that others have changed since; it changed nothing.
 */
export const conflictBody = <Current extends z.ZodType>(current: Current) =>
  errorBody.extend({ current: current.optional() });

/** A 400 with what is wrong with each field of a form; `message` is of the first. */
export const fieldsBody = errorBody.extend({
  fields: z.array(z.object({ name: z.string(), message: z.string() })).optional(),
});

/** An answer without a body (204). */
export const nothing = Symbol('nothing');
/** An answer that is a file's bytes. */
export const bytes = Symbol('bytes');
/** An answer that is a stream of server-sent events. */
export const events = Symbol('events');

export type AnswerSchema = z.ZodType | typeof nothing | typeof bytes | typeof events;

/** One call of the wire as data, for the server, the client, the OpenAPI document and the tests. */
export type Endpoint = RouteAddress & {
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** A JSON body's schema, or the text fields of a multipart one. */
  body?: z.ZodType;
  multipart?: true;
  /**
   * Whether a repetition with the same header `Idempotency-Key` (1 to 200 characters) changes nothing more, and gets an
   * answer of the first one's status and shape. A key counts within an account and a kind of change.
   */
  takesIdempotencyKey?: true;
  /**
   * Whether `Prefer: return=minimal` (RFC 7240) is heard: a list in the answer then has only what the change has touched and
   * is still there.
   */
  prefersMinimal?: true;
  /** Whether a JSON body is refused in which an object has two members of one name. */
  refusesRepeatedMembers?: true;
  /** A schema for each answer that this call can give, by status. */
  answers: Record<number, AnswerSchema>;
};

/** Answers that any call can give; a signed-in one also 401 and 403. */
const commonErrors = { 400: errorBody, 403: errorBody, 429: errorBody, 500: errorBody, 503: errorBody };

/** Whether a call's 400 names each wrong field. */
export const namesFields = ({ answers }: Endpoint): boolean => answers[400] === fieldsBody;

/** Declares a call, the only place that names it; `answers` adds to (or replaces) those that any call can give. */
export function endpoint<
  const M extends Method,
  const P extends string,
  const D extends Omit<Endpoint, keyof RouteAddress>,
>(method: M, path: P, description: D) {
  return { method, path, ...description, answers: { ...commonErrors, ...description.answers } };
}

/** Stands where a page has ended before its `limit`, for its bytes, and older ones follow; absent otherwise. */
export const more = z.literal(true).optional();

/**
 * A body of which nothing is required: another field is refused, or a misspelt one would be left out in silence.
 */
export const onlyThese = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: ({ code }) =>
      code === 'unrecognized_keys' ? `The body can have only: ${Object.keys(shape).join(', ')}` : undefined,
  });

/** An instant: ISO 8601, UTC, milliseconds. */
export const instant = z.string().meta({ format: 'date-time' });

const limitMessage = 'limit must be a whole number from 1 to 100';

/** How many rows of a long list a page has; absent where the list decides. */
export const pageLimit = z.coerce
  .number({ error: limitMessage })
  .int(limitMessage)
  .min(1, limitMessage)
  .max(100, limitMessage)
  .optional();

/**
 * How a long list is read: the newest `limit`, or those before the oldest one seen. A page ends earlier where its bytes run
 * out (`limits.pageBytes`), but never before its newest: it then says `more`, and whoever wants all goes on until a page is
 * empty.
 */
export const pageQuery = z.object({
  limit: pageLimit,
  before: z.string().min(1, 'before must be the number or _id of the oldest one seen').max(100).optional(),
});
