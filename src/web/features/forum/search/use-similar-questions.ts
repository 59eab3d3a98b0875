import { useEffect, useState } from 'react';
import type { FoundQuestion } from '#contract/forum/calls';
import { similarTextFrom, similarTextLength } from '#contract/forum/question-view';
import { call } from '../../../lib/calls/client.ts';

/** Debounce, in milliseconds. */
const pauseMs = 400;

/** The compared beginning of a text, cut between characters. */
const comparedText = (text: string): string =>
  text
    .trim()
    .slice(0, similarTextLength)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();

/**
 * The questions most similar to a text being written; none for short texts. Stale requests are aborted;
 * failures show nothing.
 * @param s_id for calls: the student's email, for staff the batch's name
 */
export function useSimilarQuestions(s_id: string, text: string): readonly FoundQuestion[] {
  const [similar, setSimilar] = useState<readonly FoundQuestion[]>([]);
  const asked = comparedText(text);
  const isEnough = asked.length >= similarTextFrom;
  useEffect(() => {
    if (!isEnough) return undefined;
    const running = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const options = {
          params: { s_id },
          query: { text: asked },
          signal: running.signal,
          isBackground: true,
        };
        const { questions } = await call('findSimilarQuestions', options);
        if (!running.signal.aborted) setSimilar(questions);
      } catch {
        if (!running.signal.aborted) setSimilar([]);
      }
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      running.abort();
    };
  }, [s_id, asked, isEnough]);
  return isEnough ? similar : [];
}
