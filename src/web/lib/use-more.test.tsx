import { act, renderHook, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { useMore } from './use-more.ts';
import { afterReload, pageUntil, usePages, type Page } from './use-pages.ts';

type Item = { id: string };
const items = (...ids: number[]): Item[] => ids.map((id) => ({ id: String(id) }));
const page = (isMore: boolean, ...ids: number[]): Page<Item> => ({ items: items(...ids), isMore });
const idOf = ({ id }: Item) => id;
const idsOf = (list: readonly Item[]) => list.map(idOf).join(' ');

describe('after the first page was loaded again', () => {
  it.each([
    ['an item is new', page(false, 9, 8, 7, 6), page(true, 10, 9, 8), '10 9 8 7 6', false],
    ['an item is gone from it', page(false, 9, 8, 7, 6), page(true, 9, 7, 6), '9 7 6', true],
    [
      'an item is gone, and older ones are known',
      page(true, 9, 8, 7, 6, 5),
      page(true, 9, 7, 6),
      '9 7 6 5',
      true,
    ],
    ['it is the whole list', page(false, 9, 8, 7), page(false, 9, 8), '9 8', false],
    ['nothing is left', page(true, 9, 8, 7), page(false), '', false],
    ['all of it is new', page(true, 3, 2, 1), page(true, 9, 8, 7), '9 8 7', true],
    ['nothing was read beyond it', page(true, 9, 8, 7), page(true, 9, 8, 7), '9 8 7', true],
  ])('%s', (_, known, first, shown, isMore) => {
    const after = afterReload(known, first, idOf);
    expect([idsOf(after.items), after.isMore]).toEqual([shown, isMore]);
  });
});

describe('a list that is read page by page', () => {
  const setUp = (...pages: (Page<Item> | Error)[]) => {
    const read = vi.fn(async (_last: Item | undefined, _next: string | undefined): Promise<Page<Item>> => {
      const next = pages.shift();
      if (next === undefined || next instanceof Error) throw next ?? new Error('none');
      return next;
    });
    const hook = renderHook(({ first }) => usePages(first, { idOf, read }), {
      initialProps: { first: page(true, 9, 8, 7) },
    });
    return { ...hook, read, shown: () => idsOf(hook.result.current.items) };
  };

  it('reads after its last item, once for two clicks, and shows nothing twice', async () => {
    const { result, read, shown } = setUp(page(false, 7, 6, 5));
    expect(result.current.more.isMore).toBe(true);
    await act(async () => {
      await Promise.all([result.current.more.show(), result.current.more.show()]);
    });
    expect(shown()).toBe('9 8 7 6 5');
    expect(read.mock.calls).toEqual([[{ id: '7' }, undefined]]);
    expect(result.current.more.isMore).toBe(false);
  });

  it('keeps what it has when a page cannot be read, and says why until the next try', async () => {
    const { result, shown } = setUp(new Error('lost'), page(true, 6));
    await act(async () => expect(await result.current.more.show()).toBe(false));
    expect([shown(), result.current.more.failure !== null]).toEqual(['9 8 7', true]);
    await act(async () => expect(await result.current.more.show()).toBe(true));
    expect([shown(), result.current.more.failure, result.current.more.isMore]).toEqual([
      '9 8 7 6',
      null,
      true,
    ]);
  });

  it('keeps older items, and one that a new item has pushed out, when the screen is loaded again', async () => {
    const { result, rerender, shown } = setUp(page(false, 6, 5));
    await act(() => result.current.more.show());
    rerender({ first: page(true, 10, 9, 8) });
    expect(shown()).toBe('10 9 8 7 6 5');
    act(() => result.current.change((now) => now.filter(({ id }) => id !== '6')));
    expect(shown()).toBe('10 9 8 7 5');
  });
});

it('reads on where the server says, and tells what that has added', async () => {
  const read = vi.fn(async (_: unknown, next: string | undefined) =>
    next === 'b' ? pageUntil(items(7, 6), 'c') : pageUntil(items(5), null),
  );
  const onMore = vi.fn();
  const first = pageUntil(items(9, 8, 7), 'b');
  const { result } = renderHook(() => usePages(first, { idOf, read, onMore }));
  await act(() => result.current.more.show());
  await act(() => result.current.more.show());
  expect(read.mock.calls.map(([, next]) => next)).toEqual(['b', 'c']);
  expect(onMore.mock.calls).toEqual([[items(6)], [items(5)]]);
  expect([idsOf(result.current.items), result.current.more.isMore]).toEqual(['9 8 7 6 5', false]);
});

it('of a list that is kept elsewhere it reads what it is given', async () => {
  const read = vi.fn(async () => {});
  const { result } = renderHook(() => useMore(true, read));
  await act(() => result.current.show());
  expect(read).toHaveBeenCalledOnce();
  await waitFor(() => expect(result.current.isBusy).toBe(false));
});
