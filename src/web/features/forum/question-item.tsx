import { memo, useState, type ComponentProps } from 'react';
import { Link } from 'react-router';
import { beginningOf, plainTextOf } from '#contract/excerpt';
import type { Question } from '#contract/forum/calls';
import { questionAddress } from '#contract/forum/question-view';
import { focusInPlace } from '../../lib/focus.ts';
import { useRequests } from '../../lib/outbox/use-outbox.ts';
import { useIsHydrated } from '../../lib/page/page-time.ts';
import { QuestionLine } from './byline.tsx';
import { countComments } from './comments-text.ts';
import styles from './list.module.css';
import { QuestionCard } from './question-card.tsx';
import { subjects } from '../../lib/stored-names/offline.ts';

/** More than two lines on the widest screen, in characters. */
const shownLength = 280;

/**
 * A question as a row of the list. A click unfolds it in place; before hydration, or with a modifier key or
 * middle button, it links to the question's page.
 */
function FoldedQuestion({
  question,
  address,
  takesFocus,
  fresh,
  onUnfold,
}: {
  question: Question;
  /** New comments that are not shown yet. */
  fresh: number;
  address: string;
  takesFocus: boolean;
  onUnfold: () => void;
}) {
  const { _id: id } = question;
  const isHydrated = useIsHydrated();
  const waiting = useRequests(subjects.question(id));
  return (
    <article id={`question-${id}`} className={styles['folded']}>
      <h3 className={styles['beginning']}>
        <Link
          ref={takesFocus ? focusInPlace : null}
          to={address}
          className={styles['link']}
          aria-expanded={isHydrated ? false : undefined}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            onUnfold();
          }}
        >
          {beginningOf(plainTextOf(question.question, question.html), shownLength)}
        </Link>
      </h3>
      <QuestionLine
        question={question}
        isAnonymous={question.anonymous === true}
        unread={question.unread + fresh}
        isSolved={question.solution !== undefined}
        comments={countComments(question)}
        note={`${question.isMuted ? ' · Muted' : ''}${waiting.length > 0 ? ' · not sent yet' : ''}`}
      />
    </article>
  );
}

type QuestionItemProps = Omit<ComponentProps<typeof QuestionCard>, 'foldable'> & {
  batch: string;
  isUnfolded: boolean;
  /** null for the only question, which stays unfolded. */
  onFold: ((id: string, isUnfolded: boolean) => void) | null;
  /** New comments that are not shown yet. */
  fresh: number;
};

/** Toggling keeps the focus and the scroll position. */
export const QuestionItem = memo(function QuestionItem({
  batch,
  isUnfolded,
  onFold,
  fresh,
  ...card
}: QuestionItemProps) {
  // The clicked button is removed: its replacement takes the focus.
  const [takesFocus, setTakesFocus] = useState(false);
  if (onFold === null) return <QuestionCard {...card} />;
  const { question } = card;
  const { _id: id } = question;
  const address = questionAddress(batch, id);
  const press = (next: boolean) => {
    setTakesFocus(true);
    onFold(id, next);
  };
  if (isUnfolded)
    return (
      <QuestionCard
        {...card}
        foldable={{ address, takesFocus, onFold: () => press(false) }}
        onMarkUnread={() => {
          card.onMarkUnread(id);
          press(false);
        }}
      />
    );
  return (
    <FoldedQuestion
      question={question}
      address={address}
      takesFocus={takesFocus}
      fresh={fresh}
      onUnfold={() => press(true)}
    />
  );
});
