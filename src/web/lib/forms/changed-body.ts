import { beganOf } from '#contract/began';
import { beganFields } from './began-fields.ts';
import type { Fields } from './form-fields.ts';

/**
 * A body with what its changed fields began from (`began`); whole, as every field typed, from a page of a version before.
 * @param read makes the body of fields
 */
export function changedBody<Body extends object>(
  fields: Fields,
  read: (fields: Fields) => Body,
): Body & { began?: Record<string, unknown> } {
  const body = read(fields);
  const began = beganFields(fields);
  return began === null ? body : { ...body, began: beganOf(body, read(began)) };
}
