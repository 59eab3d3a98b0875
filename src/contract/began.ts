/**
 * Three-way comparison of a changed field: what the form began from, what was typed, and what is stored now.
 * Texts are equal without the space around them, whatever their line ends; empty and absent are equal.
 */

export type Values = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function asSeen(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(/\r\n?/g, '\n').trim() || null;
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(asSeen);
  if (!isObject(value)) return value ?? null;
  const members = Object.entries(value).map(([name, member]) => [name, asSeen(member)] as const);
  return Object.fromEntries(members.filter(([, member]) => member !== null).sort(byName));
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1);

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(asSeen(one)) === JSON.stringify(asSeen(other));

/** The beginnings of what a form changed. @param from what it showed */
export function beganOf(body: object, from: object): Record<string, unknown> {
  const shown = from as Values;
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, mine]) =>
      name in shown && !isSame(mine, shown[name]) ? [[name, shown[name] ?? null] as const] : [],
    ),
  );
}
