/** The first named field of a text, such as `{name}`, that there is not; null for none. */
export function unknownField(text: string, names: readonly string[]): string | null {
  for (const [field, name = ''] of text.matchAll(/\{([^{}]*)\}/g)) if (!names.includes(name)) return field;
  return null;
}
