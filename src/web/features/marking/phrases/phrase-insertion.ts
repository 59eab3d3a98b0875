import type { Phrase } from '#contract/marking/phrase-calls';

/** `from` and `to` delimit the replaced text. */
type Insertion = { phrase: Phrase; from: number; to: number };

/** The phrase named by `;name` right before the caret; null if none, so that Tab keeps its meaning. */
export function phraseAtCaret(phrases: readonly Phrase[], text: string, caret: number): Insertion | null {
  const found = /(?:^|\s);([a-z0-9-]{1,20})$/i.exec(text.slice(Math.max(0, caret - 22), caret));
  const name = found?.[1]?.toLowerCase();
  const phrase = phrases.find((one) => one.name === name);
  return name === undefined || phrase === undefined
    ? null
    : { phrase, from: caret - name.length - 1, to: caret };
}
