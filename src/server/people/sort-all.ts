import { type Listed, sortPeople } from '#contract/people/listed-people';
import type { PeopleSort } from '#contract/people/people-view';

/** So many are read to sort them; more are shown the newest first, and sorted by the page. */
export const maxSorted = 1_000;

/** `id` is of an account or of an expected person. */
export type Row = { id: number; listed: Listed };

/** `sPOSITION.aID` for an account, `x` for an imported person: the last one shown, and where it was. */
const cursor = /^s(\d{1,9})\.([ax]\d{1,15})$/;

export const isSortedCursor = (after: string): boolean => cursor.test(after);

const keyOf = ({ id, listed }: Row): string => `${'person' in listed ? 'a' : 'x'}${id}`;

/** The page after a cursor; after its position, where its person is no longer among them. */
export function sortedPage(
  rows: readonly Row[],
  { sort, after, limit }: { sort: PeopleSort; after: string | undefined; limit: number },
): { rows: Row[]; next: string | null } {
  const sorted = sortPeople(rows, sort, ({ listed }) => listed);
  const [, position = '0', last = ''] = cursor.exec(after ?? '') ?? [];
  const found = sorted.findIndex((row) => keyOf(row) === last);
  const from = found === -1 ? Number(position) : found + 1;
  const shown = sorted.slice(from, from + limit);
  const end = shown.at(-1);
  const hasMore = from + limit < sorted.length;
  return { rows: shown, next: hasMore && end !== undefined ? `s${from + limit}.${keyOf(end)}` : null };
}
