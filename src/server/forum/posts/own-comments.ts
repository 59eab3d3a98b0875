/**
 * Where a comment's permissions are inserted into shared JSON. The author's id is never part of an answer.
 */
export type OwnPlace = { authorId: number; at: number };

/** Inserted for comments the reader may edit and delete. */
const own = ',"can":{"edit":true,"delete":true}';
export const ownBytes = own.length;

/**
 * @param comments JSON in list order
 * @param authorIds in the same order
 */
export function placesOf(comments: readonly string[], authorIds: readonly number[]): OwnPlace[] {
  // After the list's bracket; each comment is followed by a comma.
  let start = 1;
  return comments.map((json, index) => {
    const at = start + json.length - 1;
    start += json.length + 1;
    return { authorId: authorIds[index] as number, at };
  });
}

/** Shared JSON with one reader's permissions; the same string if there are none. */
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
