import { Link } from 'react-router';
import type { FoundQuestion, FoundText } from '#contract/forum/calls';
import { questionAddress } from '#contract/forum/question-view';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { Byline } from '../byline.tsx';
import { commentsText } from '../comments-text.ts';
import styles from '../list.module.css';
import { ModerationSigns, SolvedSign, UnreadSign } from '../signs.tsx';

/** A found text with the matches marked. Pieces are plain text, never HTML. */
function MarkedText({ pieces }: { pieces: FoundText }) {
  return pieces.map(({ text, found }, at) =>
    // The pieces of one text never change their places.
    // eslint-disable-next-line react/no-array-index-key
    found ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
  );
}

export function FoundLine({ batch, question: { _id, pieces } }: { batch: string; question: FoundQuestion }) {
  return (
    <Link to={questionAddress(batch, _id)} className={styles['text']}>
      <MarkedText pieces={pieces} />
    </Link>
  );
}

/** Who asked, when, and what came of it. */
export function FoundBy({ question }: { question: FoundQuestion }) {
  return (
    <p className={styles['line']}>
      <span className={styles['signs']}>
        {question.unread > 0 && <UnreadSign count={question.unread} />}
        {question.isSolved && <SolvedSign />}
        <ModerationSigns pinned={question.pinned} locked={question.locked} />
      </span>
      <span className={styles['who']}>
        <Byline author={question.author} />
      </span>
      <span> · </span>
      <TimeAgo value={question.createdAt} />
      <span>{` · ${commentsText(question.answers_count)}`}</span>
      {question.isFavorite && <span>{' · Favorite'}</span>}
    </p>
  );
}
