import { CallError, errorMessage, type FieldError } from './calls/call-error.ts';
import type { RefusedForm } from './forms/form-action.ts';

export type FieldErrors = Readonly<Record<string, string>>;

/** Under a form in which fields say what is wrong with them. */
export const checkMarked = 'Nothing was saved. Check the marked fields.';

/** The field that a refusal names alone, as in `"ref1" must be …`. */
export function fieldOfMessage(message = ''): FieldError[] {
  const [, name, says] = /^"(\w+)"(.+)$/s.exec(message) ?? [];
  return name === undefined || says === undefined ? [] : [{ name, message: says.replace(/^,? /, '') }];
}

/** What is wrong with a field, without its name on the wire and the shapes that programs send. */
function inWords(name: string, message: string): string {
  const says = message
    .replace(new RegExp(`^"?${name}"?(,.*?,)? (?=must |can |is )`), '')
    .replace(/^,? /, '')
    .replaceAll(/, YYYY-MM-DD\S*/g, '');
  return says.charAt(0).toUpperCase() + says.slice(1);
}

/** What is wrong with the fields of a form, in the words of the screen, by name; of each the first, to be mended first. */
export function errorsInWords(
  refused: readonly FieldError[],
  sent: Readonly<Record<string, unknown>>,
): FieldErrors {
  return Object.fromEntries(
    refused.toReversed().map(({ name, message }) => {
      const value = sent[name];
      const isEmpty = typeof value === 'string' && value.trim() === '';
      return [name, isEmpty ? 'Fill in this field.' : inWords(name, message)];
    }),
  );
}

/** Why a form was refused, sent by its script or posted to its page: under it, and at its fields by their names. */
export function refusalOf(
  error: unknown,
  posted: RefusedForm | undefined,
  sent: Readonly<Record<string, unknown>>,
): { failure: string | undefined; errorAt: (name: string) => string | undefined } {
  const errors = errorsInWords((error instanceof CallError ? error.fields : posted?.fields) ?? [], sent);
  const message = error === null ? posted?.failure.message : errorMessage(error);
  return {
    failure: Object.keys(errors).length > 0 ? checkMarked : message,
    errorAt: (name) => errors[name],
  };
}
