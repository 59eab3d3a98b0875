import { forumAddress } from '#contract/forum/question-view';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { Byline } from '../byline.tsx';
import { commentsText } from '../comments-text.ts';
import { QuestionLink } from '../question-link.tsx';
import type { QuestionLine } from './read-newest-questions.ts';
import styles from './newest-questions.module.css';

export function NewestQuestions({ questions, batch }: { questions: readonly QuestionLine[]; batch: string }) {
  const toForum = (
    <ButtonLink to={forumAddress(batch)} variant="secondary">
      Go to the Discussion Forum
    </ButtonLink>
  );
  if (questions.length === 0) {
    return (
      <EmptyState title="No questions yet" action={toForum}>
        <p>Ask when you are stuck. Your batch and its mentors read the forum.</p>
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={styles['questions']} aria-label="Newest questions">
        {questions.map(({ id, beginning, author, createdAt, comments }) => (
          <li key={id} className={styles['question']}>
            <p className={styles['text']}>
              <QuestionLink batch={batch} id={id} beginning={beginning} />
            </p>
            <p className={styles['by']}>
              <Byline author={author} />
              <span> · </span>
              <TimeAgo value={createdAt} />
              <span>{` · ${commentsText(comments)}`}</span>
            </p>
          </li>
        ))}
      </ul>
      {toForum}
    </>
  );
}
