import { useState } from 'react';
import type { RefusedForm } from '../../lib/forms/form-action.ts';

/** Without a field it applies to the whole form. */
export type FormError = { message: string; field?: string };

/** The server's errors for a posted form; empty otherwise. */
export function postedErrors(refused: RefusedForm | undefined): FormError[] {
  if (refused === undefined) return [];
  const errors = Object.entries(refused.errors).map(([field, message]) => ({ field, message }));
  return errors.length > 0 ? errors : [{ message: refused.failure.message }];
}

/**
 * A form's errors: after submit each field's, in order, with the first above the button; a change removes
 * fixed ones.
 * @param first the errors on load
 */
export function useFormErrors(first: () => readonly FormError[]) {
  const [errors, setErrors] = useState(first);
  const [presses, setPresses] = useState(0);
  return {
    /** The first error, or null. */
    message: errors[0]?.message ?? null,
    /** Changes with each submit, so that an equal message is announced again. */
    presses,
    errorOf: (field: string) => errors.find((error) => error.field === field)?.message,
    /** After submit. */
    show(next: readonly FormError[]) {
      setErrors(next);
      setPresses((count) => count + 1);
    },
    /** After a change: removes fixed errors, adds none. */
    forgive(wrong: readonly FormError[]) {
      const isStill = (shown: FormError) =>
        shown.field === undefined || wrong.some(({ field }) => field === shown.field);
      if (!errors.every(isStill)) setErrors(errors.filter(isStill));
    },
  };
}
export type FormErrors = ReturnType<typeof useFormErrors>;
