/**
 * How a form's values are compared. Space around a text and its kind of line ends do not count; empty and absent are
 * equal.
 */

export type Values = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function normalised(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(/\r\n?/g, '\n').trim() || null;
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(normalised);
  if (!isObject(value)) return value ?? null;
  const members = Object.entries(value).map(([name, member]) => [name, normalised(member)] as const);
  return Object.fromEntries(members.filter(([, member]) => member !== null).sort(byName));
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1);

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(normalised(one)) === JSON.stringify(normalised(other));

/** The initial values of the members that a form changed. @param from what it showed at first */
export function beganOf(body: object, from: object): Record<string, unknown> {
  const shown = from as Values;
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) =>
      name in shown && !isSame(value, shown[name]) ? [[name, shown[name] ?? null] as const] : [],
    ),
  );
}
