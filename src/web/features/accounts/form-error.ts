import type { RefusedForm } from '../../lib/form-action.ts';

/** Why a form was refused: one of its fields, or, without a field, the whole of it. */
export type FormError = { message: string; field?: string };

/** Why the server refused the form that was posted to it, for the first render; null for a page that was only opened. */
export function postedError(refused: RefusedForm | undefined): FormError | null {
  if (refused === undefined) return null;
  const { failure, field } = refused;
  return field === null ? { message: failure.message } : { message: failure.message, field };
}

/** What marks a field as the refused one: it refers to the message by its id. */
export function marksOf(error: FormError | null, field: string, errorId: string): { errorId?: string } {
  return error?.field === field ? { errorId } : {};
}
