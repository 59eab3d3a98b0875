import { useEffect, useState } from 'react';
import type { FoundQuestion } from '#contract/forum/calls';
import { similarTextFrom, similarTextLength } from '#contract/forum/question-view';
import { call } from '../../../lib/calls/client.ts';
import { Small, Stack } from '../../../ui/layout.tsx';
import { commentsText } from '../comments-text.ts';
import styles from '../list.module.css';
import { FoundLine } from './found-line.tsx';

/** Debounce, in milliseconds. */
const pauseMs = 400;

/** More would push the button out of sight. */
const maxShown = 2;

/** The compared beginning of a text, cut between characters. */
const comparedText = (text: string): string =>
  text
    .trim()
    .slice(0, similarTextLength)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();

/**
 * None for short texts; failures show nothing.
 * @param s_id for calls: the student's email, for staff the batch's name
 */
function useSimilarQuestions(s_id: string, text: string): readonly FoundQuestion[] {
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
  return isEnough ? similar.slice(0, maxShown) : [];
}

/** Between the box and its button. The draft stays on the device. */
export function SimilarQuestions({ s_id, batch, text }: { s_id: string; batch: string; text: string }) {
  const similar = useSimilarQuestions(s_id, text);
  const count = similar.length;
  return (
    <>
      <p role="status" className="visually-hidden">
        {count > 0 && `${count} similar ${count === 1 ? 'question' : 'questions'} below the box`}
      </p>
      {count > 0 && (
        <Stack as="section" gap={2} aria-labelledby="similar-questions">
          <Small as="h2" id="similar-questions">
            Similar questions
          </Small>
          <Stack as="ul" gap={2}>
            {similar.map((question) => (
              <li key={question._id}>
                <p className={styles['clamped']}>
                  <FoundLine batch={batch} question={question} />
                </p>
                <Small>{commentsText(question.answers_count)}</Small>
              </li>
            ))}
          </Stack>
        </Stack>
      )}
    </>
  );
}
