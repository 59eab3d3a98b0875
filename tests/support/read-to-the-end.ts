import type { Client } from './test-app.ts';

/**
 * Reads a list page by page as anybody would who knows only that a page may end early: until one is empty.
 * @param idOf of an item, as `before` takes it
 * @param itemsOf a page's items, from that with which the next page goes on to the newest
 */
export async function readToTheEnd<Item>(
  client: Client,
  url: string,
  idOf: (item: Item) => string,
  itemsOf: (body: any) => Item[],
): Promise<{ pages: { body: any; items: Item[]; bytes: number }[]; ids: string[] }> {
  const pages: { body: any; items: Item[]; bytes: number }[] = [];
  const ids: string[] = [];
  for (let before = ''; ;) {
    const { body, status } = await client.get(`${url}${before}`);
    if (status !== 200) throw new Error(`${url}${before} answers ${status}`);
    const items = itemsOf(body);
    const [oldest] = items;
    if (oldest === undefined) return { pages, ids };
    pages.push({ body, items, bytes: Buffer.byteLength(JSON.stringify(body)) });
    ids.unshift(...items.map(idOf));
    before = `${url.includes('?') ? '&' : '?'}before=${idOf(oldest)}`;
  }
}
