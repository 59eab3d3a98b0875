import { Link } from 'react-router';
import type { FoundQuestion, FoundText } from '#contract/forum/calls';
import { questionAddress } from '#contract/forum/question-view';
import { QuestionLine } from '../byline.tsx';
import styles from '../list.module.css';

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
    <QuestionLine
      question={question}
      unread={question.unread}
      isSolved={question.isSolved}
      comments={question.answers_count}
      note={question.isFavorite ? ' · Favorite' : ''}
    />
  );
}
