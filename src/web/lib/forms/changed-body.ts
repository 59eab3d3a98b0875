import { beganOf } from '#contract/began';
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

/** A removal's body: what its page has shown. */
export const removalBody = ({ began }: Fields): { began?: Record<string, unknown> } => {
  const shown = beganFields({ ...(began !== undefined && { began }) });
  return shown === null ? {} : { began: shown };
};

/** What the form's fields showed before they were changed; null without it. */
export function beganFields({ began }: Fields): Fields | null {
  try {
    return began === undefined ? null : (JSON.parse(began) as Fields);
  } catch {
    return null;
  }
}
