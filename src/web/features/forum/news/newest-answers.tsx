import { Link } from 'react-router';
import type { NewestAnswer } from '#contract/forum/calls';
import { forumAddress } from '#contract/forum/question-view';
import { Card } from '../../../ui/card.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { Byline } from '../byline.tsx';
import styles from './newest-answers.module.css';
import { QuestionLink } from '../question-link.tsx';

/** Newest answers to the reader's own questions. Nothing is marked unread: the server does not record it. */
export function NewestAnswers({
  answers,
  batch,
}: {
  answers: readonly NewestAnswer[];
  batch: string | null;
}) {
  return (
    <Card as="section" aria-labelledby="newest-answers" className={styles['answers']}>
      <h2 id="newest-answers" className={styles['title']}>
        Answers to your questions
      </h2>
      {answers.length === 0 ? (
        <p>
          <span>No answers yet. Answers to your questions appear here. </span>
          {batch !== null && <Link to={forumAddress(batch)}>Ask in the forum</Link>}
        </p>
      ) : (
        <ul className={styles['list']}>
          {answers.map(({ question, comment }) => (
            <li key={question._id} className={styles['answer']}>
              <p className={styles['head']}>
                <Byline author={comment.author} />{' '}
                <span className={styles['time']}>
                  <TimeAgo value={comment.createdAt} />
                </span>
              </p>
              <p className={styles['text']}>{comment.beginning}</p>
              <p className={styles['question']}>
                <QuestionLink batch={batch ?? ''} id={question._id} beginning={question.beginning} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
