import { useState } from 'react';
import type { RefusedForm } from '../../lib/forms/form-action.ts';

/** Why a form was refused: one of its fields, or, without a field, the whole of it. */
export type FormError = { message: string; field?: string };

/** Why the server refused the form that was posted to it; empty for a page that was only opened. */
export function postedErrors(refused: RefusedForm | undefined): FormError[] {
  if (refused === undefined) return [];
  const errors = Object.entries(refused.errors).map(([field, message]) => ({ field, message }));
  return errors.length > 0 ? errors : [{ message: refused.failure.message }];
}

/**
 * What a form shows in red: after a press what is wrong with each field, in their order, and the first of it above the
 * button; after a change no longer what has become right.
 * @param first what the page opens with
 */
export function useFormErrors(first: () => readonly FormError[]) {
  const [errors, setErrors] = useState(first);
  const [presses, setPresses] = useState(0);
  return {
    /** The first error; null when nothing is wrong any more. */
    message: errors[0]?.message ?? null,
    /** Changes with each press, so that an equal message is announced again. */
    presses,
    /** The error of one field, for its `error`. */
    errorOf: (field: string) => errors.find((error) => error.field === field)?.message,
    /** After a press: what is wrong now. */
    show(next: readonly FormError[]) {
      setErrors(next);
      setPresses((count) => count + 1);
    },
    /** After a change, with what is wrong with the fields now: what was not shown before waits for the next press. */
    forgive(wrong: readonly FormError[]) {
      const isStill = (shown: FormError) =>
        shown.field === undefined || wrong.some(({ field }) => field === shown.field);
      if (!errors.every(isStill)) setErrors(errors.filter(isStill));
    },
  };
}
export type FormErrors = ReturnType<typeof useFormErrors>;
