import { useEffect } from 'react';
import { Link, useRevalidator } from 'react-router';
import type { FoundQuestions as Found } from '#contract/forum/calls';
import { forumAddress, type QuestionFilter, type QuestionView } from '#contract/forum/question-view';
import { useSent } from '../../../lib/outbox/use-outbox.ts';
import { watchRead } from '../../../lib/unread-questions.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { Byline } from '../byline.tsx';
import { commentsText } from '../comments-text.ts';
import { FoundLine } from './found-line.tsx';
import styles from './found-questions.module.css';
import { ModerationSigns } from '../moderation/moderation-signs.tsx';
import { ReadAll } from '../news/read-all.tsx';
import { SolvedSign } from '../solved-sign.tsx';
import { UnreadSign } from '../news/unread-sign.tsx';

const headings = {
  mine: 'My questions',
  favorites: 'My favorites',
  unanswered: 'Not answered yet',
  solved: 'Solved',
  unread: 'Unread',
  pinned: 'Pinned',
} as const;

function headingOf({ q, filter }: QuestionView): string {
  const which = filter === null ? 'Questions' : headings[filter];
  return q === '' ? which : `${which}: “${q}”`;
}

function NothingFound({ batch, view: { q, filter } }: { batch: string; view: QuestionView }) {
  const all = (
    <ButtonLink to={forumAddress(batch)} variant="secondary">
      Show all questions
    </ButtonLink>
  );
  if (q !== '')
    return (
      <EmptyState title="No question has these words" action={all}>
        <p>Try fewer words, or words from the error message. Or ask a new question.</p>
      </EmptyState>
    );
  if (filter === 'favorites')
    return (
      <EmptyState title="No favorites yet" action={all}>
        <p>Click Favorite on a question that you want to find again.</p>
      </EmptyState>
    );
  if (filter === 'unanswered')
    return (
      <EmptyState title="Every question has an answer" action={all}>
        <p>Nobody in your batch is waiting for one.</p>
      </EmptyState>
    );
  if (filter === 'solved')
    return (
      <EmptyState title="No question is solved yet" action={all}>
        <p>The author of a question and the mentors can mark the comment that answers it.</p>
      </EmptyState>
    );
  if (filter === 'unread')
    return (
      <EmptyState title="You have read everything" action={all}>
        <p>New questions and comments of your batch appear here until you have seen them.</p>
      </EmptyState>
    );
  if (filter === 'pinned')
    return (
      <EmptyState title="Nothing is pinned" action={all}>
        <p>Questions that a mentor pins appear here and above all others.</p>
      </EmptyState>
    );
  return (
    <EmptyState
      title={filter === 'mine' ? 'You have not asked anything yet' : 'Nobody has asked yet'}
      action={all}
    >
      <p>No question is too small.</p>
    </EmptyState>
  );
}

/** The number of results in the filter where the search began, as a link. */
function WithinFilter({
  batch,
  view,
  filter,
  found: { questions, more },
}: {
  batch: string;
  view: QuestionView;
  filter: QuestionFilter;
  found: Found;
}) {
  const count = `${questions.length}${more === true ? '+' : ''}`;
  return (
    <p>
      <span>{`${count} of these ${questions.length === 1 ? 'is' : 'are'} in “${headings[filter]}”. `}</span>
      {questions.length > 0 && (
        <Link to={forumAddress(batch, { ...view, filter })} preventScrollReset>
          Show only these
        </Link>
      )}
    </p>
  );
}

export function FoundQuestions({
  s_id,
  batch,
  view,
  found: { questions, more },
  within = null,
}: {
  /** The email in the calls; for staff the batch's name. */
  s_id: string;
  batch: string;
  view: QuestionView;
  found: Found;
  /** The same search within the filter it began in. */
  within?: { filter: QuestionFilter; found: Found } | null;
}) {
  const { revalidate } = useRevalidator();
  // Keep unread marks in step with other tabs.
  useSent(({ call, params }) => {
    if (call === 'readAllQuestions' && params['s_id'] === s_id) void revalidate();
    return false;
  });
  useEffect(
    () =>
      watchRead((about, { id }) => {
        if (about === s_id && questions.some(({ _id, unread }) => _id === id && unread > 0))
          void revalidate();
      }),
    [s_id, questions, revalidate],
  );
  const last = questions.at(-1);
  const address = forumAddress(batch, view);
  return (
    <section className={styles['found']} aria-labelledby="found-questions">
      <div className={styles['head']}>
        <h2 id="found-questions">{headingOf(view)}</h2>
        <ReadAll s_id={s_id} batch={batch} isList={view.filter === 'unread'} />
      </div>
      {within !== null && questions.length > 0 && <WithinFilter batch={batch} view={view} {...within} />}
      {questions.length === 0 ? (
        <NothingFound batch={batch} view={view} />
      ) : (
        <ol className={styles['list']}>
          {questions.map((question) => (
            <li key={question._id} className={styles['question']}>
              <p>
                <FoundLine batch={batch} question={question} />
              </p>
              <p className={styles['by']}>
                {(question.unread ?? 0) > 0 && (
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
                <ModerationSigns pinned={question.pinned} locked={question.locked} />
                {question.isFavorite && <span>{' · Favorite'}</span>}
              </p>
            </li>
          ))}
        </ol>
      )}
      {more === true && last !== undefined && (
        <p>
          <ButtonLink
            to={`${address}${address.includes('?') ? '&' : '?'}after=${last._id}`}
            variant="secondary"
          >
            Show more questions
          </ButtonLink>
        </p>
      )}
    </section>
  );
}
