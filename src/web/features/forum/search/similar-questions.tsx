import { FoundLine } from './found-line.tsx';
import { commentsText } from '../comments-text.ts';
import styles from './similar-questions.module.css';
import { useSimilarQuestions } from './use-similar-questions.ts';

/** Similar questions, below the composer so that nothing above moves. The draft stays on the device. */
export function SimilarQuestions({ s_id, batch, text }: { s_id: string; batch: string; text: string }) {
  const similar = useSimilarQuestions(s_id, text);
  const count = similar.length;
  return (
    <>
      <p role="status" className="visually-hidden">
        {count > 0 && `${count} similar ${count === 1 ? 'question' : 'questions'} below the box`}
      </p>
      {count > 0 && (
        <section className={styles['similar']} aria-labelledby="similar-questions">
          <h3 id="similar-questions" className={styles['heading']}>
            Similar questions
          </h3>
          <ul className={styles['list']}>
            {similar.map((question) => (
              <li key={question._id}>
                <FoundLine batch={batch} question={question} />
                <span className={styles['by']}>{commentsText(question.answers_count)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
