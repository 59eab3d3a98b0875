import { diffArrays } from 'diff';

export type Piece = { kind: 'same' | 'added' | 'removed'; text: string };

/** Slower comparisons, in milliseconds, and longer ones are abandoned. */
export const limits = { timeout: 400, maxEditLength: 4_000 };

export function kindOf({ added, removed }: { added: boolean; removed: boolean }): Piece['kind'] {
  if (added) return 'added';
  return removed ? 'removed' : 'same';
}

/** Each with the space before it, so that neighbouring ones are one phrase. */
const wordsOf = (text: string): string[] =>
  text.match(/\s*(?:[\p{L}\p{M}\p{N}\u200c\u200d]+|\S)|\s+$/gu) ?? [];
const isSameWord = (one: string, other: string): boolean => one.trim() === other.trim();

/** Null when the texts have too little in common. */
export function compareWords(before: string, after: string): Piece[] | null {
  const changes = diffArrays(wordsOf(before), wordsOf(after), { ...limits, comparator: isSameWord });
  return changes?.map((change) => ({ kind: kindOf(change), text: change.value.join('') })) ?? null;
}
