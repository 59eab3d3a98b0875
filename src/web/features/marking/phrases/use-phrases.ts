import { useEffect, useState } from 'react';
import type { Phrase } from '#contract/marking/phrase-calls';
import { call } from '../../../lib/calls/client.ts';

/** What this page has loaded, and for whom. */
let known: { userId: string; phrases: Promise<readonly Phrase[]> } | null = null;

/** The next comment asks for the phrases again. */
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

/**
 * The reader's own phrases, loaded once for a page when they are first wanted; none before that, and where they cannot be loaded.
 */
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
