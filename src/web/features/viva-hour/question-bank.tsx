import type { RefObject } from 'react';
import type { BankQuestion } from '#contract/examiners/question-calls';
import { vivaStepNames } from '#contract/vivas/viva-steps';
import { useKeyShortcuts } from '../../lib/use-key-shortcuts.ts';
import { FoldSummary } from '../../ui/layout.tsx';
import styles from './viva-hour.module.css';

const letters = [...'abcdefghijklmnopqrstuvwxyz'];

/** The project's questions that were not asked yet. */
export const leftOf = (bank: readonly BankQuestion[], asked: readonly { text: string }[]): BankQuestion[] =>
  bank.filter((question) => !asked.some(({ text }) => text === question.text.trim()));

/** One click, or the letter before it, picks a question. */
export function QuestionBank({
  questions,
  ref,
  onPick,
}: {
  questions: readonly BankQuestion[];
  /** Takes the focus, so that letters pick. */
  ref: RefObject<HTMLDetailsElement | null>;
  onPick: (question: BankQuestion) => void;
}) {
  const pick = (question: BankQuestion) => {
    // A slip in a field of points, or a letter that is not seen, would replace the typed question.
    if (ref.current?.open === true && document.activeElement?.matches('input[inputmode]') !== true)
      onPick(question);
  };
  const keys = Object.fromEntries(
    questions.flatMap((question, index) => {
      const letter = letters[index];
      return letter === undefined ? [] : [[letter, () => pick(question)] as const];
    }),
  );
  useKeyShortcuts(keys);
  return (
    <details ref={ref} open tabIndex={-1} className={styles['fold']} aria-label="Question bank">
      <FoldSummary>{`Question bank (${questions.length})`}</FoldSummary>
      <ul className={styles['bank']}>
        {questions.map((question, index) => (
          <li key={`${question.step} ${question.text}`}>
            <button type="button" aria-keyshortcuts={letters[index]} onClick={() => onPick(question)}>
              <kbd aria-hidden>{letters[index]?.toUpperCase()}</kbd>
              <span>
                <small>{`${vivaStepNames[question.step]}: `}</small>
                <span>{question.text}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
