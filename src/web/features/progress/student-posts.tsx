import { Link } from 'react-router';
import { questionAddress } from '#contract/forum/question-view';
import type { StudentPost } from '#contract/progress/student-calls';
import { TimeAgo } from '../../ui/time-ago.tsx';
import styles from './student-posts.module.css';

/** What a student wrote in the batch's forum, newest first, each the way to its question. */
export function StudentPosts({ batch, posts }: { batch: string | null; posts: readonly StudentPost[] }) {
  if (batch === null || posts.length === 0)
    return <p className={styles['none']}>Nothing in the forum yet.</p>;
  return (
    <ul className={styles['posts']}>
      {posts.map(({ kind, question, text, createdAt, anonymous }) => (
        <li key={`${kind} ${question} ${createdAt}`}>
          <p className={styles['when']}>
            <span>{`${kind === 'question' ? 'Question' : 'Comment'}, `}</span>
            <TimeAgo value={createdAt} />
            {anonymous && <span>, anonymous to classmates</span>}
          </p>
          <Link to={questionAddress(batch, question)}>{text}</Link>
        </li>
      ))}
    </ul>
  );
}
