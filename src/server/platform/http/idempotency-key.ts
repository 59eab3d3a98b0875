import { limits } from '#contract/limits';
import { httpErrors } from './http-errors.ts';

/** Header and form field. */
export const idempotencyKeyName = 'Idempotency-Key';

/** @throws 400 unless 1 to 200 characters or absent (null) */
export function checkIdempotencyKey(key: unknown): string | null {
  if (key === undefined) return null;
  const isKey = typeof key === 'string' && key.length >= 1 && key.length <= limits.idempotencyKey;
  if (isKey && !key.includes('\0')) return key;
  throw httpErrors.badRequest(`${idempotencyKeyName} must have 1 to ${limits.idempotencyKey} characters`);
}
