import { limits } from '#contract/limits';
import { httpErrors } from './http-errors.ts';

/** Of the header, and of a form's field. */
export const idempotencyKeyName = 'Idempotency-Key';

/**
 * Null without one.
 * @throws 400 when it is not a text of 1 to 200 characters
 */
export function checkIdempotencyKey(key: unknown): string | null {
  if (key === undefined) return null;
  const isKey = typeof key === 'string' && key.length >= 1 && key.length <= limits.idempotencyKey;
  if (isKey && !key.includes('\0')) return key;
  throw httpErrors.badRequest(`${idempotencyKeyName} must have 1 to ${limits.idempotencyKey} characters`);
}
