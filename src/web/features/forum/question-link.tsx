import { Link } from 'react-router';
import { questionAddress } from '#contract/forum/question-view';
import styles from './question-link.module.css';

/** A link to a question, with at most two lines of its beginning. */
export function QuestionLink({
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
