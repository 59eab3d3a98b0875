import type { FieldError } from './calls/call-error.ts';
import type { Fields } from './forms/form-fields.ts';

export type FieldErrors = Readonly<Record<string, string>>;

/** Under a form in which fields say what is wrong with them. */
export const checkMarked = 'Nothing was saved. Check the marked fields.';

/** The field that a refusal names alone, as in `"ref1" must be …`. */
function fieldOfMessage(message: string): FieldError[] {
  const name = /^"?([a-z]\w*)"?,? .*?(?:must|can|is) /.exec(message)?.[1];
  return name === undefined ? [] : [{ name, message }];
}

/** What is wrong with a field, without its name on the wire and the shapes that programs send. */
function inWords(name: string, message: string): string {
  const says = message
    .replace(new RegExp(`^"?${name}"?(,.*?,)? (?=must |can |is )`), '')
    .replace(/^,? /, '')
    .replaceAll(/, YYYY-MM-DD\S*/g, '');
  return says.charAt(0).toUpperCase() + says.slice(1);
}

/**
 * What is wrong with the fields of a form, in the words of the screen, by name; of each the first, to be mended first.
 * @param refused the fields that the answer names; without any, the one that its message begins with
 * @param sent what the form has sent: errors of other fields are of the whole form
 */
export function errorsInWords(refused: readonly FieldError[], message: string, sent: Fields): FieldErrors {
  const errors: Record<string, string> = {};
  for (const { name, message: says } of refused.length > 0 ? refused : fieldOfMessage(message)) {
    if (!Object.hasOwn(sent, name)) continue;
    errors[name] ??= sent[name]?.trim() === '' ? 'Fill in this field.' : inWords(name, says);
  }
  return errors;
}
