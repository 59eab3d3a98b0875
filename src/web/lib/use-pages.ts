import { useState } from 'react';
import { hasOlder } from './has-older.ts';
import { useMore } from './use-more.ts';

/** `next`: where the page after it begins, if the server names it; else it begins after the last item. */
export type Page<Item> = { items: readonly Item[]; isMore: boolean; next?: string | null };

export const pageUntil = <Item>(items: readonly Item[], next: string | null): Page<Item> => ({
  items,
  isMore: next !== null,
  next,
});

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
  return rest.length === 0 ? first : { ...known, items: [...first.items, ...rest] };
}

/**
 * A list whose first page comes with the screen; older ones are read at a click, and stay when the screen is loaded again.
 * @param read the page after an item, or from its `next` on; @throws CallError
 * @param onMore gets what a click has added
 */
export function usePages<Item>(
  first: Page<Item>,
  {
    idOf,
    read,
    onMore,
  }: {
    idOf: (item: Item) => string;
    read: (last: Item | undefined, next: string | undefined) => Promise<Page<Item>>;
    onMore?: (added: readonly Item[]) => void;
  },
) {
  const [state, setState] = useState({ first: first.items, known: first });
  const isReloaded = state.first !== first.items;
  const known = isReloaded ? afterReload(state.known, first, idOf) : state.known;
  if (isReloaded) setState({ first: first.items, known });
  const change = (update: (items: readonly Item[]) => readonly Item[]) =>
    setState((now) => ({ ...now, known: { ...now.known, items: update(now.known.items) } }));
  const more = useMore(known.isMore, async () => {
    const page = await read(known.items.at(-1), known.next ?? undefined);
    const addedTo = (items: readonly Item[]) => {
      const ids = new Set(items.map(idOf));
      // An item that has moved since may be on both pages.
      return page.items.filter((item) => !ids.has(idOf(item)));
    };
    setState((now) => {
      const { items } = now.known;
      return { ...now, known: { ...page, items: [...items, ...addedTo(items)] } };
    });
    onMore?.(addedTo(known.items));
  });
  return { items: known.items, change, more };
}
