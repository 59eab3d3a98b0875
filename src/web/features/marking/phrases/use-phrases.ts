import { useEffect, useState } from 'react';
import type { Phrase } from '#contract/marking/phrase-calls';
import { call } from '../../../lib/calls/client.ts';

/** Per user. */
let cached: { userId: string; phrases: Promise<readonly Phrase[]> } | null = null;

export function forgetPhrases(): void {
  cached = null;
}

function loadPhrases(userId: string): Promise<readonly Phrase[]> {
  if (cached?.userId !== userId) {
    const phrases = call('listPhrases', {});
    cached = { userId, phrases };
    phrases.catch(forgetPhrases);
  }
  return cached.phrases;
}

/** Loaded once per page on first use; empty before that and on failure. */
export function usePhrases(userId: string, areNeeded: boolean): readonly Phrase[] {
  const [phrases, setPhrases] = useState<readonly Phrase[]>([]);
  useEffect(() => {
    if (!areNeeded) return undefined;
    let isMounted = true;
    loadPhrases(userId).then(
      (loaded) => isMounted && setPhrases(loaded),
      () => {},
    );
    return () => void (isMounted = false);
  }, [userId, areNeeded]);
  return phrases;
}

/** `from` and `to` delimit the replaced text. */
type Insertion = { phrase: Phrase; from: number; to: number };

/** `;name` right before the caret; null if none, so that Tab keeps its meaning. */
export function phraseAtCaret(phrases: readonly Phrase[], text: string, caret: number): Insertion | null {
  const found = /(?:^|\s);([a-z0-9-]{1,20})$/i.exec(text.slice(Math.max(0, caret - 22), caret));
  const name = found?.[1]?.toLowerCase();
  const phrase = phrases.find((one) => one.name === name);
  return name === undefined || phrase === undefined
    ? null
    : { phrase, from: caret - name.length - 1, to: caret };
}
