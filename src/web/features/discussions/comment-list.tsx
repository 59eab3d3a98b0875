import { useState } from 'react';
import type { Question } from '#contract/discussions';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { Button } from '../../ui/button.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import type { Act } from '../../lib/outbox/act.ts';
import { Byline } from './byline.tsx';
import styles from './comment-list.module.css';
import { textOf } from './waiting-discussion.ts';
import { WaitingNote } from './waiting-note.tsx';

/** Longer lists are collapsed behind a button, so that a lively question does not bury the next. */
const maxExpanded = 10;
const maxCollapsed = 5;

/** Comments, oldest first, and after them those that wait in the outbox. */
export function CommentList({
  comments,
  waiting,
}: {
  comments: Question['comments'];
  waiting: readonly Act[];
}) {
  const [isWhole, setWhole] = useState(comments.length <= maxExpanded);
  const shown = isWhole ? comments : comments.slice(-maxCollapsed);
  if (comments.length + waiting.length === 0) return null;
  return (
    <div>
      {!isWhole && (
        <Button variant="quiet" small onClick={() => setWhole(true)}>
          Show {comments.length - shown.length} earlier comments
        </Button>
      )}
      <ul className={styles['comments']}>
        {shown.map((comment) => (
          <li key={comment.id} className={styles['comment']}>
            <p className={styles['head']}>
              <Byline author={comment.author} />
              <span className={styles['time']}>
                <TimeAgo value={comment.createdAt} />
              </span>
            </p>
            <LinkedText text={comment.text} />
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
