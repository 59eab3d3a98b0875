import { useEffect, useRef, useState } from 'react';
import type { Question } from '#contract/discussions';
import { Button } from '../../ui/button.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { formatNumber } from '../../ui/format-number.ts';
import { MessageRoom } from '../../ui/message-room.tsx';
import type { Act } from '../../lib/outbox/act.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { CommentItem } from './comment-item.tsx';
import styles from './comment-list.module.css';
import { DiscussionError } from './discussion-error.tsx';
import { countComments } from './loaded-discussion.ts';
import { Solution } from './solution.tsx';
import { Tick } from './tick.tsx';
import { textOf } from './waiting-discussion.ts';
import { WaitingNote } from './waiting-note.tsx';

/** Longer lists are collapsed behind a button, so that a lively question does not bury the next. */
const maxExpanded = 10;
const maxCollapsed = 5;

/** One that this page has added until it is read again has no id of the portal's. */
const isStored = ({ id }: { id: string }) => /^\d+$/.test(id);

/**
 * The comments on a question: the one that is marked as the answer, the others, oldest first, and those that wait in the outbox.
 * @param onShowEarlier loads some of those that are not there yet
 * @param onMarkAnswer marks a comment as the answer, with null none; null for those who may not
 * @param announceTo the batch to which the reader may announce the answer; null for students
 */
export function CommentList({
  question,
  waiting,
  onShowEarlier,
  onMarkAnswer,
  announceTo,
}: {
  question: Question;
  waiting: readonly Act[];
  onShowEarlier: (question: Question) => Promise<void>;
  onMarkAnswer: ((comment: string | null) => void) | null;
  announceTo: string | null;
}) {
  const { solution } = question;
  const comments = question.comments.filter(({ id }) => id !== solution?.id);
  const [isUnfolded, setUnfolded] = useState(comments.length <= maxExpanded);
  const markText = solution === undefined ? 'This is the answer' : 'The answer instead';
  const { isBusy, error, run } = useMutation();
  const list = useRef<HTMLUListElement>(null);
  const wasPressed = useRef(false);
  const shown = isUnfolded ? comments : comments.slice(-maxCollapsed);
  const earlier = countComments(question) - shown.length - (solution === undefined ? 0 : 1);
  // The button is gone; the focus goes to what it has brought.
  useEffect(() => {
    if (earlier === 0 && wasPressed.current) list.current?.focus();
    if (earlier === 0) wasPressed.current = false;
  }, [earlier]);
  if (comments.length + waiting.length === 0 && solution === undefined) return null;
  const show = () => {
    wasPressed.current = true;
    if (isUnfolded) void run(() => onShowEarlier(question));
    else setUnfolded(true);
  };
  return (
    <div className={styles['all']}>
      {solution !== undefined && (
        <Solution
          question={question}
          solution={solution}
          onUnmark={onMarkAnswer && (() => onMarkAnswer(null))}
          announceTo={announceTo}
        />
      )}
      {earlier > 0 && (
        <div>
          <MessageRoom>{error !== null && <DiscussionError of={error} />}</MessageRoom>
          <Button variant="quiet" small busy={isBusy} onClick={show}>
            Show {earlier === 1 ? '1 earlier comment' : `${formatNumber(earlier)} earlier comments`}
          </Button>
        </div>
      )}
      <ul ref={list} tabIndex={-1} className={styles['comments']}>
        {shown.map((comment) => (
          <li key={comment.id} className={styles['comment']}>
            <CommentItem comment={comment}>
              {onMarkAnswer !== null && isStored(comment) && (
                <Button
                  variant="quiet"
                  small
                  className={styles['mark']}
                  title={markText}
                  onClick={() => onMarkAnswer(comment.id)}
                >
                  <Tick />
                  <span className={styles['markLabel']}>{markText}</span>
                </Button>
              )}
            </CommentItem>
          </li>
        ))}
        {waiting.map((act) => (
          <li key={act.id} className={styles['comment']}>
            <p>You</p>
            <LinkedText text={textOf(act)} />
            <WaitingNote act={act} />
          </li>
        ))}
      </ul>
    </div>
  );
}
