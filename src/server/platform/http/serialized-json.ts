import { limits } from '#contract/limits';

/** A response body that is serialized already, such as from a cache, and is sent as it is. */
export class SerializedJson<Shape> {
  /** Phantom type of the content; the property does not exist at run time. */
  declare readonly shape?: Shape;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Room for what stands around the items of a page. */
const around = 64;

/**
 * A page of a list on the wire, newest first: as many of its items as its bytes hold, but always the newest. The last of a
 * page that ends early says `more`. No more are presented than one that does not fit.
 */
export function writePage<Row, Item extends { more?: true | undefined }>(
  newestFirst: readonly Row[],
  present: (row: Row) => Item,
): SerializedJson<Item[]> {
  const written: string[] = [];
  let bytes = around;
  for (const row of newestFirst) {
    const json = JSON.stringify(present(row));
    bytes += Buffer.byteLength(json) + 1;
    const before = written.at(-1);
    if (before !== undefined && bytes > limits.pageBytes) {
      written[written.length - 1] = `${before.slice(0, -1)},"more":true}`;
      break;
    }
    written.push(json);
  }
  return new SerializedJson(`[${written.join(',')}]`);
}
