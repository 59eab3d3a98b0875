import { diffWordsWithSpace } from 'diff';

/** A piece of a text: in both versions, or in one of them. */
export type Piece = { kind: 'same' | 'added' | 'removed'; text: string };

/** A comparison that takes longer, in milliseconds, or needs more changes, is given up. */
const timeout = 400;
const maxEditLength = 4_000;

/** What became of a text, word by word; null where it is another text altogether. */
export function compareWords(before: string, after: string): Piece[] | null {
  const changes = diffWordsWithSpace(before, after, { timeout, maxEditLength });
  return (
    changes?.map(({ value, added, removed }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value,
    })) ?? null
  );
}
