import { useEffect, useState } from 'react';
import type { Phrase } from '#contract/marking/phrase-calls';
import type { PhrasePlace } from '#contract/marking/phrase-places';
import { call } from '../../../lib/calls/client.ts';

/** `place` for a shared one. */
export type UsablePhrase = Phrase & { place?: PhrasePlace };

type Loaded = Promise<readonly UsablePhrase[]>;

/** Per user: their own under '', and those shared for each student. */
let cached: { userId: string; lists: Map<string, Loaded> } | null = null;

export function forgetPhrases(): void {
  cached = null;
}

function load(userId: string, s_id: string): Loaded {
  if (cached?.userId !== userId) cached = { userId, lists: new Map() };
  const { lists } = cached;
  const known = lists.get(s_id);
  if (known !== undefined) return known;
  const list: Loaded =
    s_id === '' ? call('listPhrases', {}) : call('listPhrasesForStudent', { params: { s_id } });
  lists.set(s_id, list);
  list.catch(() => lists.delete(s_id));
  return list;
}

/**
 * The user's own, then those of the student's batch and project: of one name the first is meant. Loaded on first use;
 * without what could not be loaded.
 */
export function usePhrases(userId: string, s_id: string, areNeeded: boolean): readonly UsablePhrase[] {
  const [phrases, setPhrases] = useState<readonly UsablePhrase[]>([]);
  useEffect(() => {
    if (!areNeeded) return undefined;
    let isMounted = true;
    async function show(): Promise<void> {
      const loaded = await Promise.allSettled([load(userId, ''), load(userId, s_id)]);
      if (isMounted) setPhrases(loaded.flatMap((of) => (of.status === 'fulfilled' ? of.value : [])));
    }
    void show();
    return () => void (isMounted = false);
  }, [userId, s_id, areNeeded]);
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
