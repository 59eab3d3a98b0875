import type { FoundQuestion } from '#contract/forum/calls';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { Byline } from '../byline.tsx';
import { commentsText } from '../comments-text.ts';
import { FoundLine } from '../search/found-line.tsx';
import { Pin } from './pin.tsx';
import styles from './pinned-questions.module.css';
import { SolvedSign } from '../solved-sign.tsx';
import { UnreadSign } from '../news/unread-sign.tsx';

/** Pinned questions, as links above all others. */
export function PinnedQuestions({
  batch,
  questions,
}: {
  batch: string;
  questions: readonly FoundQuestion[];
}) {
  if (questions.length === 0) return null;
  return (
    <section aria-labelledby="pinned-questions" className={styles['pinned']}>
      <h2 id="pinned-questions" className={styles['title']}>
        <Pin /> Pinned by the mentors
      </h2>
      <ul className={styles['list']}>
        {questions.map((question) => (
          <li key={question._id} className={styles['question']}>
            <p className={styles['text']}>
              <FoundLine batch={batch} question={question} />
            </p>
            {question.pinned !== undefined && <p>{question.pinned.reason}</p>}
            <p className={styles['by']}>
              {question.unread > 0 && (
                <>
                  <UnreadSign count={question.unread} />{' '}
                </>
              )}
              <Byline author={question.author} />
              <span> · </span>
              <TimeAgo value={question.createdAt} />
              <span>{` · ${commentsText(question.answers_count)}`}</span>
              {question.isSolved && (
                <>
                  {' '}
                  <SolvedSign />
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
