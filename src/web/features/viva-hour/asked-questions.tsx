import { vivaStepNames, vivaSteps, type VivaStep } from '#contract/vivas/viva-steps';
import { useRef } from 'react';
import type { BankQuestion } from '#contract/examiners/question-calls';
import {
  answers,
  answerWords,
  hourLimits,
  type AskedQuestion,
  type Answered,
} from '#contract/viva-hour/hour';
import { useKeyShortcuts } from '../../lib/use-key-shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Row, Small, Stack } from '../../ui/layout.tsx';
import { leftOf, QuestionBank } from './question-bank.tsx';
import { withoutItem } from './typed-paper.ts';
import styles from './viva-hour.module.css';

/** Type a question, then how it was answered: a click, or Enter and a key from 1 to 5. */
export function AskedQuestions({
  asking,
  step,
  questions,
  bank,
  onAsking,
  onAsked,
  onChange,
}: {
  asking: string;
  /** Of the question that is asked now. */
  step: VivaStep | null;
  questions: readonly AskedQuestion[];
  /** Of the project, to pick from. */
  bank: readonly BankQuestion[];
  onAsking: (text: string, step: VivaStep | null) => void;
  /** Both in one step. */
  onAsked: (questions: readonly AskedQuestion[]) => void;
  onChange: (questions: readonly AskedQuestion[]) => void;
}) {
  const field = useRef<HTMLDivElement>(null);
  const choices = useRef<HTMLDivElement>(null);
  const picks = useRef<HTMLDetailsElement>(null);
  const left = leftOf(bank, questions);
  const isFull = questions.length >= hourLimits.questions;
  const add = (answered: Answered): void => {
    const text = asking.trim();
    if (text === '' || isFull) return field.current?.querySelector('input')?.focus();
    onAsked([...questions, { step, text, answered }]);
    // Whoever picks goes on picking.
    if (picks.current !== null && bank.some((one) => one.text.trim() === text)) picks.current.focus();
    else field.current?.querySelector('input')?.focus();
  };
  const keys = Object.fromEntries(answers.map((answered, index) => [String(index + 1), () => add(answered)]));
  useKeyShortcuts(keys);
  return (
    <Stack gap={3} as="section" aria-labelledby="viva-questions">
      <h3 id="viva-questions">Questions</h3>
      <ol className={styles['asked']}>
        {questions.map(({ text, answered, step: of }, index) => (
          <li key={`${index} ${text}`}>
            <span>
              {of !== null && <strong>{`${vivaStepNames[of]}: `}</strong>}
              <span>{text}</span>
            </span>
            <Row gap={2}>
              <SelectField
                label={<span className="visually-hidden">{`Answer to question ${index + 1}`}</span>}
                value={answered}
                onChange={({ target }) =>
                  onChange(
                    questions.map((one, at) =>
                      at === index ? { ...one, answered: target.value as Answered } : one,
                    ),
                  )
                }
              >
                {answers.map((one) => (
                  <option key={one} value={one}>
                    {answerWords[one]}
                  </option>
                ))}
              </SelectField>
              <Button
                variant="quiet"
                small
                aria-label={`Remove question ${index + 1}`}
                onClick={() => onChange(withoutItem(questions, index))}
              >
                Remove
              </Button>
            </Row>
          </li>
        ))}
      </ol>
      <div ref={field} className={styles['asking']}>
        <TextField
          label="Question"
          value={asking}
          maxLength={hourLimits.question}
          autoComplete="off"
          onChange={({ target }) => onAsking(target.value, step)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            choices.current?.querySelector('button')?.focus();
          }}
        />
        <SelectField
          label="Step"
          value={step ?? ''}
          onChange={({ target }) => onAsking(asking, vivaSteps.find((one) => one === target.value) ?? null)}
        >
          <option value="">Any</option>
          {vivaSteps.map((one) => (
            <option key={one} value={one}>
              {vivaStepNames[one]}
            </option>
          ))}
        </SelectField>
      </div>
      <Row gap={2} ref={choices} role="group" aria-label="How was it answered?">
        {answers.map((answered, index) => (
          <Button
            key={answered}
            variant="choice"
            small
            aria-keyshortcuts={String(index + 1)}
            onClick={() => add(answered)}
          >
            {answerWords[answered]}
          </Button>
        ))}
      </Row>
      <Small>
        {left.length > 0
          ? 'Type a question or pick one below, then choose how it was answered. Enter and a key from 1 to 5 does the same.'
          : 'Type the question, then choose how it was answered. Enter and a key from 1 to 5 does the same.'}
      </Small>
      {left.length > 0 && (
        <QuestionBank
          ref={picks}
          questions={left}
          onPick={(question) => {
            onAsking(question.text, question.step);
            choices.current?.querySelector('button')?.focus();
          }}
        />
      )}
    </Stack>
  );
}
