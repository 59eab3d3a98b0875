import { answerWords } from '#contract/viva-hour/hour';
import type { OwnVivaRecord } from '#contract/viva-hour/record-calls';
import { vivaStepNames } from '#contract/vivas/viva-steps';
import { Small } from '../../ui/layout.tsx';
import styles from './viva-record.module.css';

export const placeWords = ({ form, place }: Pick<OwnVivaRecord, 'form' | 'place'>): string =>
  form === 'video' ? `Video link (${place})` : place;

/** @param notedBy names of examiners for a question, by its place */
export function RecordQuestions({
  questions,
  notedBy,
}: Pick<OwnVivaRecord, 'questions'> & { notedBy?: (place: number) => string }) {
  return (
    <ol className={styles['questions']}>
      {questions.map(({ step, text, answered }, index) => (
        <li key={`${index} ${text}`}>
          <div className={styles['question']}>
            <span className={styles['asked']}>{text}</span>
            <strong>{answerWords[answered]}</strong>
            <Small>
              {[step === null ? '' : vivaStepNames[step], notedBy?.(index + 1) ?? '']
                .filter((words) => words !== '')
                .join(' · ')}
            </Small>
          </div>
        </li>
      ))}
    </ol>
  );
}
