import { useEffect, useState } from 'react';
import type { FoundQuestion } from '#contract/forum/calls';
import { similarTextFrom, similarTextLength } from '#contract/forum/question-view';
import { call } from '../../../lib/calls/client.ts';

/** How long after the last key the portal is asked, in milliseconds. */
const pauseMs = 400;

/** The beginning of a text that is compared, cut between characters. */
const comparedText = (text: string): string =>
  text
    .trim()
    .slice(0, similarTextLength)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();

/**
 * The questions that are nearest to a text that is being written; none until it says enough. What was asked for an older text is
 * given up; a failure is none of the writer's business, and shows nothing.
 * @param s_id the address that stands in the calls: the student's own, for staff the batch's name
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
