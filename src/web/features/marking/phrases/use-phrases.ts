import { useEffect, useState } from 'react';
import type { Phrase } from '#contract/marking/phrase-calls';
import { call } from '../../../lib/calls/client.ts';

/** The page's cache, per user. */
let known: { userId: string; phrases: Promise<readonly Phrase[]> } | null = null;

/** Clears the cache. */
export function forgetPhrases(): void {
  known = null;
}

function loadPhrases(userId: string): Promise<readonly Phrase[]> {
  if (known?.userId !== userId) {
    const phrases = call('listPhrases', {});
    known = { userId, phrases };
    phrases.catch(forgetPhrases);
  }
  return known.phrases;
}

/** The user's phrases, loaded once per page on first use; empty before that and on failure. */
export function usePhrases(userId: string, areWanted: boolean): readonly Phrase[] {
  const [phrases, setPhrases] = useState<readonly Phrase[]>([]);
  useEffect(() => {
    if (!areWanted) return undefined;
    let isWanted = true;
    loadPhrases(userId).then(
      (loaded) => isWanted && setPhrases(loaded),
      () => {},
    );
    return () => void (isWanted = false);
  }, [userId, areWanted]);
  return phrases;
}

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
