/** A value that has no RFC 8785 form: text with half a surrogate pair, or a number that JSON cannot write. */
export class NotCanonical extends Error {}

/**
 * JSON as RFC 8785 (JSON Canonicalization Scheme) writes it: no spaces, members ordered by their names' UTF-16 code
 * units, numbers and text as ECMAScript writes them. Of one value there is exactly one such text.
 * @param value what JSON.parse gives; it must not be nested so deeply that walking through it exhausts the stack
 * @throws NotCanonical
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const members = value as Record<string, unknown>;
    const names = Object.keys(members).sort();
    return `{${names.map((name) => `${canonicalJson(name)}:${canonicalJson(members[name])}`).join(',')}}`;
  }
  if (typeof value === 'string' && !value.isWellFormed()) {
    throw new NotCanonical('Text holds half a surrogate pair');
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new NotCanonical(`JSON cannot write ${value}`);
  }
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new NotCanonical(`JSON cannot write a ${typeof value}`);
  return text;
}
