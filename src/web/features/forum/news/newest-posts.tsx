import { Link } from 'react-router';
import { excerpt, plainTextOf } from '#contract/excerpt';
import type { NewestAnswer, Question } from '#contract/forum/calls';
import { forumAddress, questionAddress } from '#contract/forum/question-view';
import { limits } from '#contract/limits';
import type { Call } from '../../../lib/calls/client.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Small, Stack } from '../../../ui/layout.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { Byline } from '../byline.tsx';
import { commentsText, countComments } from '../comments-text.ts';
import styles from './newest-posts.module.css';

export type QuestionLine = {
  id: string;
  beginning: string;
  author: Question['author'];
  createdAt: string;
  comments: number;
};

/** Newest first, cut for a list. @throws CallError */
export async function readNewestQuestions(call: Call, s_id: string): Promise<QuestionLine[]> {
  const { questions } = await call('readDiscussion', {
    params: { s_id },
    query: { limit: limits.newestQuestions },
  });
  return questions
    .map((question) => ({
      id: question._id,
      beginning: excerpt(plainTextOf(question.question, question.html)),
      author: question.author,
      createdAt: question.createdAt,
      comments: countComments(question),
    }))
    .reverse();
}

function QuestionLink({
  batch,
  id,
  beginning,
}: {
  batch: string;
  id: string;
  /** Cut by the server. */
  beginning: string;
}) {
  return (
    <Link to={questionAddress(batch, id)} className={styles['link']}>
      {beginning}
    </Link>
  );
}

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
            <Small>
              <Byline author={author} />
              <span> · </span>
              <TimeAgo value={createdAt} />
              <span>{` · ${commentsText(comments)}`}</span>
            </Small>
          </li>
        ))}
      </ul>
      {toForum}
    </>
  );
}

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
      <Small as="h2" id="newest-answers">
        Answers to your questions
      </Small>
      {answers.length === 0 ? (
        <p>
          <span>No answers yet. </span>
          {batch !== null && <Link to={forumAddress(batch)}>Ask in the forum</Link>}
        </p>
      ) : (
        <Stack as="ul" gap={4}>
          {answers.map(({ question, comment }) => (
            <li key={question._id} className={styles['answer']}>
              <p>
                <Byline author={comment.author} />{' '}
                <Small as="span">
                  <TimeAgo value={comment.createdAt} />
                </Small>
              </p>
              <p>{comment.beginning}</p>
              <Small className={styles['asked']}>
                <QuestionLink batch={batch ?? ''} id={question._id} beginning={question.beginning} />
              </Small>
            </li>
          ))}
        </Stack>
      )}
    </Card>
  );
}
