import { useEffect } from 'react';
import { Link, useRevalidator } from 'react-router';
import type { FoundQuestions as Found } from '#contract/forum/calls';
import { forumAddress, type QuestionFilter, type QuestionView } from '#contract/forum/question-view';
import { useSent } from '../../../lib/outbox/use-outbox.ts';
import { watchRead } from '../../../lib/unread-questions.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Row, Stack } from '../../../ui/layout.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import styles from '../list.module.css';
import { FoundBy, FoundLine } from './found-line.tsx';

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

/** Titles and hints of empty lists, by filter. */
const nothing = {
  all: ['Nobody has asked yet', 'No question is too small.'],
  mine: ['You have not asked anything yet', 'No question is too small.'],
  favorites: ['No favorites yet', 'Click Favorite on a question that you want to find again.'],
  unanswered: ['Every question has an answer', 'Nobody in your batch is waiting for one.'],
  solved: [
    'No question is solved yet',
    'The author of a question and the mentors can mark the comment that answers it.',
  ],
  unread: [
    'You have read everything',
    'New questions and comments of your batch appear here until you have seen them.',
  ],
  pinned: ['Nothing is pinned', 'Questions that a mentor pins appear here and above all others.'],
} as const;

/** Where a search finds nothing, by filter. */
const noMatch = {
  all: 'No question has these words',
  mine: 'None of your questions has these words',
  favorites: 'None of your favorites has these words',
  unanswered: 'No question without an answer has these words',
  solved: 'No solved question has these words',
  unread: 'No unread question has these words',
  pinned: 'No pinned question has these words',
} as const;
const searchHint = 'Try fewer words, or words from the error message. Or ask a new question.';

function NothingFound({ batch, view: { q, filter } }: { batch: string; view: QuestionView }) {
  const where = filter ?? 'all';
  const [title, hint] = q === '' ? nothing[where] : ([noMatch[where], searchHint] as const);
  return (
    <EmptyState
      title={title}
      action={
        <Row>
          {q !== '' && filter !== null && (
            <ButtonLink to={forumAddress(batch, { q })} variant="secondary">
              Search all questions
            </ButtonLink>
          )}
          <ButtonLink to={forumAddress(batch)} variant="secondary">
            Show all questions
          </ButtonLink>
        </Row>
      }
    >
      <p>{hint}</p>
    </EmptyState>
  );
}

const counted = ({ questions, more }: Found) => `${questions.length}${more === true ? '+' : ''}`;

/** How many a search found, and how many of them in the filter where it began. */
function Counts({ batch, view, found, within }: Pick<Props, 'batch' | 'view' | 'found' | 'within'>) {
  const results = `${counted(found)} ${found.questions.length === 1 ? 'result' : 'results'} for “${view.q}”`;
  const where = view.filter === null ? 'all questions' : headings[view.filter];
  return (
    <p role="status">
      <span>{`${results} in ${where}`}</span>
      {within && <span>{`, ${counted(within.found)} in ${headings[within.filter]}`}</span>}
      {within && within.found.questions.length > 0 && (
        <>
          <span>. </span>
          <Link to={forumAddress(batch, { ...view, filter: within.filter })} preventScrollReset>
            Show only these
          </Link>
        </>
      )}
    </p>
  );
}

type Props = {
  /** The email in the calls; for staff the batch's name. */
  s_id: string;
  batch: string;
  view: QuestionView;
  found: Found;
  /** The same search within the filter it began in. */
  within?: { filter: QuestionFilter; found: Found } | null;
};

export function FoundQuestions({ s_id, batch, view, found, within = null }: Props) {
  const { questions, more } = found;
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
    <Stack as="section" className={styles['list']} aria-labelledby="found-questions">
      <h2 id="found-questions" className="visually-hidden">
        {headingOf(view)}
      </h2>
      {view.q !== '' && questions.length > 0 && (
        <Counts batch={batch} view={view} found={found} within={within} />
      )}
      {questions.length === 0 ? (
        <NothingFound batch={batch} view={view} />
      ) : (
        <ol className={styles['found']}>
          {questions.map((question) => (
            <li key={question._id}>
              {/* A search shows where its words stand. */}
              <p className={classNames(styles['beginning'], view.q === '' && styles['clamped'])}>
                <FoundLine batch={batch} question={question} />
              </p>
              <FoundBy question={question} />
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
    </Stack>
  );
}
