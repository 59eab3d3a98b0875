import { diffArrays } from 'diff';

export type Piece = { kind: 'same' | 'added' | 'removed'; text: string };

/** Milliseconds; slower comparisons are abandoned. */
const timeout = 400;
const maxEditLength = 4_000;

/** Each with the space before it, so that neighbouring ones are one phrase. */
const wordsOf = (text: string): string[] =>
  text.match(/\s*(?:[\p{L}\p{M}\p{N}\u200c\u200d]+|\S)|\s+$/gu) ?? [];
const isSameWord = (one: string, other: string): boolean => one.trim() === other.trim();

/** Null when the texts have too little in common. */
export function compareWords(before: string, after: string): Piece[] | null {
  const changes = diffArrays(wordsOf(before), wordsOf(after), {
    timeout,
    maxEditLength,
    comparator: isSameWord,
  });
  return (
    changes?.map(({ value, added, removed }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value.join(''),
    })) ?? null
  );
}
