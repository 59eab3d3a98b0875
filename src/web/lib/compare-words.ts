import { diffWordsWithSpace } from 'diff';

export type Piece = { kind: 'same' | 'added' | 'removed'; text: string };

/** Milliseconds; slower or larger comparisons are abandoned. */
const timeout = 400;
const maxEditLength = 4_000;

/** Diffs two texts by word; null when they have too little in common. */
export function compareWords(before: string, after: string): Piece[] | null {
  const changes = diffWordsWithSpace(before, after, { timeout, maxEditLength });
  return (
    changes?.map(({ value, added, removed }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value,
    })) ?? null
  );
}
