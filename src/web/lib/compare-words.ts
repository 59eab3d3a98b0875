import { diffWordsWithSpace } from 'diff';

export type Piece = { kind: 'same' | 'added' | 'removed'; text: string };

/** Milliseconds; slower comparisons are abandoned. */
const timeout = 400;
const maxEditLength = 4_000;

/** Null when the texts have too little in common. */
export function compareWords(before: string, after: string): Piece[] | null {
  const changes = diffWordsWithSpace(before, after, { timeout, maxEditLength });
  return (
    changes?.map(({ value, added, removed }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value,
    })) ?? null
  );
}
