import { useEffect, useRef, useState } from 'react';
import type { Question } from '#contract/discussions';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { Button } from '../../ui/button.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { formatNumber } from '../../ui/format-number.ts';
import { MessageRoom } from '../../ui/message-room.tsx';
import type { Act } from '../../lib/outbox/act.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { Byline } from './byline.tsx';
import styles from './comment-list.module.css';
import { DiscussionError } from './discussion-error.tsx';
import { countComments } from './loaded-discussion.ts';
import { textOf } from './waiting-discussion.ts';
import { WaitingNote } from './waiting-note.tsx';

/** Longer lists are collapsed behind a button, so that a lively question does not bury the next. */
const maxExpanded = 10;
const maxCollapsed = 5;

/**
 * The comments on a question, oldest first, and after them those that wait in the outbox.
 * @param onShowEarlier loads some of those that are not there yet
 */
export function CommentList({
  question,
  waiting,
  onShowEarlier,
}: {
  question: Question;
  waiting: readonly Act[];
  onShowEarlier: (question: Question) => Promise<void>;
}) {
  const { comments } = question;
  const [isUnfolded, setUnfolded] = useState(comments.length <= maxExpanded);
  const { isBusy, error, run } = useMutation();
  const list = useRef<HTMLUListElement>(null);
  const wasPressed = useRef(false);
  const shown = isUnfolded ? comments : comments.slice(-maxCollapsed);
  const earlier = countComments(question) - shown.length;
  // The button is gone; the focus goes to what it has brought.
  useEffect(() => {
    if (earlier === 0 && wasPressed.current) list.current?.focus();
    if (earlier === 0) wasPressed.current = false;
  }, [earlier]);
  if (comments.length + waiting.length === 0) return null;
  const show = () => {
    wasPressed.current = true;
    if (isUnfolded) void run(() => onShowEarlier(question));
    else setUnfolded(true);
  };
  return (
    <div>
      {earlier > 0 && (
        <>
          <MessageRoom>{error !== null && <DiscussionError of={error} />}</MessageRoom>
          <Button variant="quiet" small busy={isBusy} onClick={show}>
            Show {earlier === 1 ? '1 earlier comment' : `${formatNumber(earlier)} earlier comments`}
          </Button>
        </>
      )}
      <ul ref={list} tabIndex={-1} className={styles['comments']}>
        {shown.map((comment) => (
          <li key={comment.id} className={styles['comment']}>
            <p className={styles['head']}>
              <Byline author={comment.author} />
              <span className={styles['time']}>
                <TimeAgo value={comment.createdAt} />
              </span>
            </p>
            <Markdown text={comment.text} html={comment.html} />
          </li>
        ))}
        {waiting.map((act) => (
          <li key={act.id} className={styles['comment']}>
            <p className={styles['head']}>You</p>
            <LinkedText text={textOf(act)} />
            <WaitingNote act={act} />
          </li>
        ))}
      </ul>
    </div>
  );
}
