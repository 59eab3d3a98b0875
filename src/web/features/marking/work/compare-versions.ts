import { diffLines } from 'diff';
import type { Receipt } from '#contract/submissions/calls';
import { kindOf, limits, type Piece } from '../../../lib/compare-words.ts';

export { compareWords, type Piece } from '../../../lib/compare-words.ts';

/** `skipped` counts omitted equal lines. */
export type LinePiece = Piece | { kind: 'skipped'; lines: number };

/** Context lines. */
const around = 3;
const mostPieces = 400;

/** Omits the middle of equal lines. */
function fold(piece: Piece, isFirst: boolean, isLast: boolean): LinePiece[] {
  if (piece.kind !== 'same') return [piece];
  const lines = piece.text.split(/(?<=\n)/);
  const head = isFirst ? 0 : around;
  const tail = isLast ? 0 : around;
  const skipped = lines.length - head - tail;
  if (skipped <= 1) return [piece];
  const same = (text: string): LinePiece[] => (text === '' ? [] : [{ kind: 'same', text }]);
  return [
    ...same(lines.slice(0, head).join('')),
    { kind: 'skipped', lines: skipped },
    ...same(lines.slice(lines.length - tail).join('')),
  ];
}

/** With context; null if the files have too little in common. */
export function compareLines(before: string, after: string): { pieces: LinePiece[]; isCut: boolean } | null {
  const changes = diffLines(before, after, limits);
  if (changes === undefined) return null;
  const pieces = changes.flatMap((change, i) =>
    fold({ kind: kindOf(change), text: change.value }, i === 0, i === changes.length - 1),
  );
  return { pieces: pieces.slice(0, mostPieces), isCut: pieces.length > mostPieces };
}

/** Addresses, or else lines. */
function linksOf(text: string): string[] {
  const lines = text.split(/\s+(?=https?:\/\/)|\n/).map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}

export function compareLinks(before: string, after: string): { added: string[]; removed: string[] } {
  const [old, now] = [linksOf(before), linksOf(after)];
  return {
    added: now.filter((link) => !old.includes(link)),
    removed: old.filter((link) => !now.includes(link)),
  };
}

type File = Receipt['file'];

export function compareFiles(
  before: File,
  after: File,
): 'none' | 'same' | 'renamed' | 'added' | 'removed' | 'replaced' {
  if (before === null) return after === null ? 'none' : 'added';
  if (after === null) return 'removed';
  if (before.sha256 !== after.sha256) return 'replaced';
  return before.name === after.name ? 'same' : 'renamed';
}
