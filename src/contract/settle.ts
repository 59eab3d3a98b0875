import { isObject, isSame, type Values } from './began.ts';

/** Three-way comparison of a changed field: what the form began from, what was typed, and what is stored now. */

/** Entries with an id, which several people can add at once. */
const idOf = (entry: unknown, key: string): unknown => (isObject(entry) ? (entry[key] ?? null) : null);

type Entries = ReadonlyMap<unknown, unknown>;

/** What identifies an entry: the entry itself, or a member of it. */
type Identity = { isSet: boolean; key: string };

/** By id; null for any other list. @param takesNew entries without an id are new */
function byId(list: unknown, { isSet, key }: Identity, takesNew = false): Entries | null {
  if (!Array.isArray(list)) return list === undefined || list === null || list === '' ? new Map() : null;
  const keyOf = (entry: unknown) => (isSet ? entry : (idOf(entry, key) ?? (takesNew ? Symbol('new') : null)));
  const entries = new Map(list.map((entry) => [keyOf(entry), entry] as const));
  return entries.size === list.length && !entries.has(null) ? entries : null;
}

const hasIds = (list: unknown, key: string): boolean =>
  Array.isArray(list) && list.some((one) => idOf(one, key) !== null);

const conflict = Symbol('conflict');

const withoutId = (entry: unknown) => ({ ...(entry as object), id: null });

/** Whether both have added the same. */
const isAddedTwice = (entry: unknown, { began, now }: { began: Entries; now: Entries }): boolean =>
  [...now].some(([id, other]) => !began.has(id) && isSame(withoutId(other), withoutId(entry)));

const keysIn = (entries: Entries, others: Entries) =>
  [...entries.keys()].filter((id) => others.has(id)).join();

/** What they added or removed and what was typed; entries that only they changed are as they are now. */
function mergeEntries(began: Entries, mine: Entries, now: Entries): unknown {
  const merged = new Map(now);
  for (const id of began.keys())
    if (!mine.has(id)) {
      if (now.has(id) && !isSame(now.get(id), began.get(id))) return conflict;
      merged.delete(id);
    }
  for (const [id, entry] of mine) {
    if (typeof id === 'symbol') {
      if (!isAddedTwice(entry, { began, now })) merged.set(id, entry);
      continue;
    }
    if (began.has(id) && isSame(entry, began.get(id))) continue;
    const isTheirs = began.has(id) ? !now.has(id) || !isSame(now.get(id), began.get(id)) : now.has(id);
    if (isTheirs && !(now.has(id) && isSame(now.get(id), entry))) return conflict;
    merged.set(id, entry);
  }
  // The typed order holds if entries were moved, or if nobody else added, removed or moved one.
  const isMoved = keysIn(mine, began) !== keysIn(began, mine);
  const isOrdered = isMoved || [...began.keys()].join() === [...now.keys()].join();
  const ids = new Set([...(isOrdered ? mine : merged).keys(), ...merged.keys()]);
  return [...ids].flatMap((id) => (merged.has(id) ? [merged.get(id)] : []));
}

function merge(began: unknown, mine: unknown, now: unknown, by: Identity): unknown {
  if (isSame(mine, began)) return now;
  if (isSame(now, began) || isSame(now, mine)) return mine;
  if (!by.isSet && !hasIds(mine, by.key) && !hasIds(now, by.key)) return conflict;
  const [from, typed, stored] = [byId(began, by), byId(mine, by, true), byId(now, by)];
  return from && typed && stored ? mergeEntries(from, typed, stored) : conflict;
}

/** How the fields of a form are compared that are more than one value. */
export type Comparison = {
  /** Lists of texts whose entries are people or things, each added or removed by itself. */
  sets?: readonly string[] | undefined;
  /** Objects of fields, such as a due date for each task, each compared by itself. */
  groups?: readonly string[] | undefined;
  /** Lists of things that another member than `id` identifies, by list. */
  keys?: Readonly<Record<string, string>> | undefined;
};

/**
 * What a form's save makes of what is stored: a field that is not in `began` was not changed and stays as it is now.
 * @returns the members to write, and the names of those that somebody else has changed to something else
 */
export function settle<Body extends object>(
  body: Body,
  began: Values,
  now: Values,
  { sets = [], groups = [], keys = {} }: Comparison = {},
): { body: Body; conflicts: string[] } {
  const settled: Record<string, unknown> = {};
  const conflicts: string[] = [];
  for (const [name, mine] of Object.entries(body)) {
    const [from, stored] = [began[name], now[name]];
    // Members without a stored value, such as a reason, are as typed.
    if (mine === undefined || !(name in now)) settled[name] = mine;
    else if (!(name in began)) settled[name] = stored;
    else if (groups.includes(name) && isObject(mine) && isObject(from) && isObject(stored)) {
      const fields = settle(mine, from, stored);
      settled[name] = { ...stored, ...fields.body };
      conflicts.push(...fields.conflicts.map((field) => `${name}.${field}`));
    } else {
      const value = merge(from, mine, stored, { isSet: sets.includes(name), key: keys[name] ?? 'id' });
      if (value === conflict) conflicts.push(name);
      settled[name] = value === conflict ? mine : value;
    }
  }
  return { body: settled as Body, conflicts };
}
