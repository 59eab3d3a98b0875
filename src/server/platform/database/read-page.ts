/**
 * A page of a list. One more row than it shows is read, which tells whether another page follows.
 * @returns `last`: the row after which the next page begins; undefined on the last page
 */
export async function readPage<Row>(
  limit: number,
  read: (limit: number) => Promise<readonly Row[]>,
): Promise<{ rows: Row[]; last: Row | undefined }> {
  const found = await read(limit + 1);
  const rows = found.slice(0, limit);
  return { rows, last: found.length > limit ? rows.at(-1) : undefined };
}
