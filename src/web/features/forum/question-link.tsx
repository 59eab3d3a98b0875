import { Link } from 'react-router';
import { questionAddress } from '#contract/forum/question-view';
import styles from './question-link.module.css';

/** The beginning of a question, at most two lines of it, as the way to its own page. */
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
    <Link to={questionAddress(batch, id)} className={styles['link']}>
      {beginning}
    </Link>
  );
}
