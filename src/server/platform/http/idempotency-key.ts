import { limits } from '#contract/limits';
import { httpErrors } from './http-errors.ts';

/** The name of the header, and of a form's field in its place. */
export const idempotencyKeyName = 'Idempotency-Key';

/**
 * An Idempotency-Key as a request brings it; null without one.
 * @throws 400 when it is no text of 1 to 200 characters
 */
export function checkIdempotencyKey(key: unknown): string | null {
  if (key === undefined) return null;
  const isKey = typeof key === 'string' && key.length >= 1 && key.length <= limits.idempotencyKey;
  if (isKey && !key.includes('\0')) return key;
  throw httpErrors.badRequest(`${idempotencyKeyName} must have 1 to ${limits.idempotencyKey} characters`);
}
