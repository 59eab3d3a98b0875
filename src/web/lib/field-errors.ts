import type { FieldError } from './calls/call-error.ts';
import type { Fields } from './forms/form-fields.ts';

export type FieldErrors = Readonly<Record<string, string>>;

export const checkMarked = 'Nothing was saved. Check the marked fields.';

/** The one field that a message names, as in `"ref1" must be …`. */
function fieldOfMessage(message: string): FieldError[] {
  const name = /^"?([a-z]\w*)"?,? .*?(?:must|can|is) /.exec(message)?.[1];
  return name === undefined ? [] : [{ name, message }];
}

/** Without the wire name and wire formats. */
function inWords(name: string, message: string): string {
  const says = message
    .replace(new RegExp(`^"?${name}"?(,.*?,)? (?=must |can |is )`), '')
    .replace(/^,? /, '')
    .replaceAll(/, YYYY-MM-DD\S*/g, '');
  return says.charAt(0).toUpperCase() + says.slice(1);
}

/**
 * Errors in the screen's words; each field keeps its first.
 * @param refused without any, the field that `message` starts with is used
 * @param sent errors of fields outside it belong to the whole form
 */
export function errorsInWords(refused: readonly FieldError[], message: string, sent: Fields): FieldErrors {
  const errors: Record<string, string> = {};
  for (const { name, message: says } of refused.length > 0 ? refused : fieldOfMessage(message)) {
    if (!Object.hasOwn(sent, name)) continue;
    errors[name] ??= sent[name]?.trim() === '' ? 'Fill in this field.' : inWords(name, says);
  }
  return errors;
}
