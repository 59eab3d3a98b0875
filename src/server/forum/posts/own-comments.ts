/** Where permissions are inserted into shared JSON; answers never contain the author's id. */
export type OwnPlace = { authorId: number; at: number };

/** Inserted into comments that the reader may edit. */
const own = ',"can":{"edit":true,"delete":true}';
export const ownBytes = own.length;

/**
 * @param comments JSON in order
 * @param authorIds in the same order
 */
export function placesOf(comments: readonly string[], authorIds: readonly number[]): OwnPlace[] {
  // The list's bracket; a comma follows each comment.
  let start = 1;
  return comments.map((json, index) => {
    const at = start + json.length - 1;
    start += json.length + 1;
    return { authorId: authorIds[index] as number, at };
  });
}

/** The same string if there are none. */
export function insertPermissions(
  json: string,
  places: readonly OwnPlace[],
  isOwn: (authorId: number) => boolean,
): string {
  let result = '';
  let from = 0;
  for (const { authorId, at } of places) {
    if (!isOwn(authorId)) continue;
    result += json.slice(from, at) + own;
    from = at;
  }
  return from === 0 ? json : result + json.slice(from);
}
