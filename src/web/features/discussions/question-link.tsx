import { Link } from 'react-router';
import { discussionAddress } from './discussion-address.ts';
import styles from './question-link.module.css';

/** The beginning of a question, at most two lines of it, as the way to it in the forum. */
export function QuestionLink({
  batch,
  id,
  beginning,
}: {
  batch: string;
  id: string;
  /** Cut off by the server. */
  beginning: string;
}) {
  return (
    <Link to={discussionAddress(batch, id)} className={styles['link']}>
      {beginning}
    </Link>
  );
}
