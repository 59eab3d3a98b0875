import type { Phrase } from '#contract/marking/phrase-calls';

/** What a field holds once a phrase is in it: `from` and `to` are what it replaces. */
type Insertion = { phrase: Phrase; from: number; to: number };

/**
 * The phrase whose name stands right before the caret, as `;name` that begins a word; null where none does, so that the key keeps
 * its own meaning.
 */
export function phraseAtCaret(phrases: readonly Phrase[], text: string, caret: number): Insertion | null {
  const found = /(?:^|\s);([a-z0-9-]{1,20})$/i.exec(text.slice(Math.max(0, caret - 22), caret));
  const name = found?.[1]?.toLowerCase();
  const phrase = phrases.find((one) => one.name === name);
  return name === undefined || phrase === undefined
    ? null
    : { phrase, from: caret - name.length - 1, to: caret };
}
