import { limits } from '#contract/limits';

/** A body serialized before, such as a cached one. */
export class SerializedJson<Shape> {
  declare readonly shape?: Shape;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const around = 64;

/** As many as fit into a page's bytes, at least one; the last of a shortened page has `more`. */
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
