import { diffWordsWithSpace } from 'diff';

export type Piece = { kind: 'same' | 'added' | 'removed'; text: string };

/** Milliseconds; slower comparisons are abandoned. */
const timeout = 400;
const maxEditLength = 4_000;

/** Spaces between two changes belong to both, so that whole phrases are replaced. */
function joinPhrases(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  let changed = { removed: '', added: '' };
  let space = '';
  const close = () => {
    if (changed.removed.trim() !== '' || changed.added === '')
      joined.push({ kind: 'removed', text: changed.removed });
    joined.push({ kind: 'added', text: changed.added }, { kind: 'same', text: space });
    changed = { removed: '', added: '' };
    space = '';
  };
  for (const { kind, text } of pieces) {
    const isChanging = changed.removed !== '' || changed.added !== '';
    if (kind !== 'same') {
      changed = { removed: changed.removed + space, added: changed.added + space };
      changed[kind] += text;
      space = '';
    } else if (isChanging && text.trim() === '') space += text;
    else {
      close();
      joined.push({ kind, text });
    }
  }
  close();
  return joined.filter(({ text }) => text !== '');
}

/** Null when the texts have too little in common. */
export function compareWords(before: string, after: string): Piece[] | null {
  const changes = diffWordsWithSpace(before, after, { timeout, maxEditLength });
  if (changes === undefined) return null;
  return joinPhrases(
    changes.map(({ value, added, removed }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value,
    })),
  );
}
