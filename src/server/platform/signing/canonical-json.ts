/** A lone surrogate, or a number JSON cannot write. */
export class NotCanonical extends Error {}

/**
 * RFC 8785 (JSON Canonicalization Scheme).
 * @param value from JSON.parse, within the stack's depth
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
