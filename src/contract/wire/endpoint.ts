import { z } from 'zod';
import { isDay, isDayAndTime } from '../dates.ts';
import type { Method, RouteAddress } from '../fill-path.ts';
import type { AccessScope } from '../accounts/access-scopes.ts';
import { isSeen } from '../unseen.ts';

/** Message for people, code for programs, id in the log. */
export const errorBody = z
  .object({ message: z.string(), code: z.string(), request_id: z.string() })
  .meta({ title: 'Problem' });

/** The `current` state after a change by others. */
export const conflictBody = <Current extends z.ZodType>(current: Current) =>
  errorBody.extend({ current: current.optional() });

/** An error per field; `message` is the first. */
export const fieldsBody = errorBody.extend({
  fields: z.array(z.object({ name: z.string(), message: z.string() })).optional(),
});

/** An answer without a body (204). */
export const nothing = Symbol('nothing');
export const bytes = Symbol('bytes');
/** Server-sent events. */
export const events = Symbol('events');

export type AnswerSchema = z.ZodType | typeof nothing | typeof bytes | typeof events;

export type Endpoint = RouteAddress & {
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** JSON, or a multipart form's text fields. */
  body?: z.ZodType;
  multipart?: true;
  /**
   * Repetitions of `Idempotency-Key` (1 to 200 characters) change nothing, and get the first status and
   * shape. Keys are per account and kind of change.
   */
  takesIdempotencyKey?: true;
  /** `Prefer: return=minimal` (RFC 7240): only changed rows of a list. */
  prefersMinimal?: true;
  /** Refuses two members of one name. */
  refusesRepeatedMembers?: true;
  /** Of a session, or an access token that `scope` names. */
  needsLogin?: boolean;
  /** Of `bytes`. */
  media?: string | readonly string[];
  /** Which access tokens may call it; without one, none. */
  scope?: AccessScope;
  answers: Record<number, AnswerSchema>;
};

/** A wrong access token is 401 everywhere. */
const commonErrors = {
  400: errorBody,
  401: errorBody,
  403: errorBody,
  429: errorBody,
  500: errorBody,
  503: errorBody,
};

/** Whether a 400 names each wrong field. */
export const namesFields = ({ answers }: Endpoint): boolean => answers[400] === fieldsBody;

/** `answers` replace or add to the common ones. */
export function endpoint<
  const M extends Method,
  const P extends string,
  const D extends Omit<Endpoint, keyof RouteAddress>,
>(method: M, path: P, description: D) {
  const needsLogin = 401 in description.answers && !path.startsWith('/api/auth/');
  return { method, path, needsLogin, ...description, answers: { ...commonErrors, ...description.answers } };
}

/** True where the page's bytes ended it before its `limit`. */
export const more = z.literal(true).optional();

/** Refuses unknown optional fields, so that no misspelling is ignored. */
export const onlyThese = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: ({ code }) =>
      code === 'unrecognized_keys' ? `The body can have only: ${Object.keys(shape).join(', ')}` : undefined,
  });

/** What each changed field of a form showed when it was begun. */
export function beganWith<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = Object.keys(shape);
  const shown = Object.fromEntries(names.map((name) => [name, z.unknown().optional()]));
  const began = z.strictObject(shown, {
    error: ({ code }) =>
      code === 'unrecognized_keys' ? `began can have only: ${names.join(', ')}` : 'began must be an object',
  });
  return began.optional();
}

/**
 * A changed form's body: the fields in `began` alone are changed, and compared with what is stored now; without `began`
 * all are changed.
 */
export const changes = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ ...shape, began: beganWith(shape) });

/** A removal's body: 409 with `current` if what it has shown has changed since; without `began` it is removed anyway. */
export const removalOf = <Shape extends z.ZodRawShape>(shown: Shape) => z.object({ began: beganWith(shown) });

/** Trimmed and not invisible. @param required in place of the words about a missing or empty one */
export function visibleText(name: string, max: number, required?: string) {
  const empty = required ?? `${name} is empty`;
  return z
    .string(required ?? `${name} is required`)
    .trim()
    .min(1, empty)
    .refine(isSeen, empty)
    .max(max, `${name} can have at most ${max.toLocaleString('en')} characters`);
}

/** ISO 8601, UTC, milliseconds. */
export const instant = z.string().meta({ format: 'date-time' });

const limitMessage = 'limit must be a whole number from 1 to 100';

export const pageLimit = z.coerce
  .number({ error: limitMessage })
  .int(limitMessage)
  .min(1, limitMessage)
  .max(100, limitMessage)
  .optional();

/**
 * The newest `limit` rows, or those before one seen. Pages may end earlier (`limits.pageBytes`), with at
 * least one row and `more`; read until empty for all.
 */
export const pageQuery = z.object({
  limit: pageLimit,
  before: z.string().min(1, 'before must be the number or _id of the oldest one seen').max(100).optional(),
});

/** `YYYY-MM-DD`, in the academy's zone. */
export const localDay = (what: string) =>
  z
    .string(`${what} must be a day, YYYY-MM-DD`)
    .refine(isDay, `${what} must be a day from 2000 to 2099, YYYY-MM-DD`);
/** `YYYY-MM-DDTHH:MM` or with seconds, in the academy's zone. */
export const localTime = (what: string) =>
  z
    .string(`${what} must be a day and a time, YYYY-MM-DDTHH:MM`)
    .refine(isDayAndTime, `${what} must be a day and a time from 2000 to 2099, YYYY-MM-DDTHH:MM`);
/** A day lasts to its end. */
export const localDayOrTime = (what: string) =>
  z
    .string(`${what} must be a day, with or without a time, YYYY-MM-DD[THH:MM]`)
    .refine(
      (text) => isDay(text) || isDayAndTime(text),
      `${what} must be a day from 2000 to 2099, with or without a time, YYYY-MM-DD[THH:MM]`,
    );
