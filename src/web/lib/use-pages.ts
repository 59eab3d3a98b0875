import { useState } from 'react';
import { hasOlder } from './has-older.ts';
import { useMore } from './use-more.ts';

export type Page<Item> = { items: readonly Item[]; isMore: boolean };

export const pageOf = <Item extends { more?: true | undefined }>(items: readonly Item[]): Page<Item> => ({
  items,
  isMore: hasOlder(items),
});

/** A first page that was loaded again: older items follow its last one, also those that it has pushed out. */
export function afterReload<Item>(
  known: Page<Item>,
  first: Page<Item>,
  idOf: (item: Item) => string,
): Page<Item> {
  const last = first.items.at(-1);
  if (last === undefined || !first.isMore) return first;
  const at = known.items.findIndex((item) => idOf(item) === idOf(last));
  const rest = at === -1 ? [] : known.items.slice(at + 1);
  return rest.length === 0 ? first : { items: [...first.items, ...rest], isMore: known.isMore };
}

/**
 * A list whose first page comes with the screen; older ones are read at a click, and stay when the screen is loaded again.
 * @param read the page after an item; @throws CallError
 */
export function usePages<Item>(
  first: Page<Item>,
  { idOf, read }: { idOf: (item: Item) => string; read: (last: Item | undefined) => Promise<Page<Item>> },
) {
  const [state, setState] = useState({ first: first.items, known: first });
  const isReloaded = state.first !== first.items;
  const known = isReloaded ? afterReload(state.known, first, idOf) : state.known;
  if (isReloaded) setState({ first: first.items, known });
  const change = (update: (items: readonly Item[]) => readonly Item[]) =>
    setState((now) => ({ ...now, known: { ...now.known, items: update(now.known.items) } }));
  const more = useMore(known.isMore, async () => {
    const page = await read(known.items.at(-1));
    setState((now) => {
      const ids = new Set(now.known.items.map(idOf));
      const added = page.items.filter((item) => !ids.has(idOf(item)));
      return { ...now, known: { items: [...now.known.items, ...added], isMore: page.isMore } };
    });
  });
  return { items: known.items, change, more };
}
