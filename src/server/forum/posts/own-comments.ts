/**
 * A place in JSON that is the same for every reader: where a comment ends, and where a reader is told what may be done with it.
 * Whose comment it is stays in memory, and is in no answer.
 */
export type OwnPlace = { authorId: number; at: number };

/** What is told of a comment that the reader may edit and delete; of others nothing is. */
const own = ',"can":{"edit":true,"delete":true}';
export const ownBytes = own.length;

/**
 * The places of comments in the JSON of their list.
 * @param comments their JSON, in the order of the list
 * @param authorIds who wrote each
 */
export function placesOf(comments: readonly string[], authorIds: readonly number[]): OwnPlace[] {
  // Past the bracket of the list; after each comment comes a comma.
  let start = 1;
  return comments.map((json, index) => {
    const at = start + json.length - 1;
    start += json.length + 1;
    return { authorId: authorIds[index] as number, at };
  });
}

/** JSON with what one reader is told of the own comments in it; without any it is the same string. */
export function tellOwn(
  json: string,
  places: readonly OwnPlace[],
  isOwn: (authorId: number) => boolean,
): string {
  let told = '';
  let from = 0;
  for (const { authorId, at } of places) {
    if (!isOwn(authorId)) continue;
    told += json.slice(from, at) + own;
    from = at;
  }
  return from === 0 ? json : told + json.slice(from);
}
