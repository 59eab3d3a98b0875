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
