import { Link } from 'react-router';
import { questionAddress } from '#contract/forum/question-view';
import type { StudentPost } from '#contract/progress/student-calls';
import { Small, Stack } from '../../ui/layout.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import styles from './student.module.css';

/** A student's posts in the batch's forum, newest first, linked to their questions. */
export function StudentPosts({ batch, posts }: { batch: string | null; posts: readonly StudentPost[] }) {
  if (batch === null || posts.length === 0) return <Small>Nothing in the forum yet.</Small>;
  return (
    <Stack as="ul" gap={3} className={styles['posts']}>
      {posts.map(({ kind, question, text, createdAt, anonymous }) => (
        <li key={`${kind} ${question} ${createdAt}`}>
          <Small>
            <span>{`${kind === 'question' ? 'Question' : 'Comment'}, `}</span>
            <TimeAgo value={createdAt} />
            {anonymous && <span>, anonymous to classmates</span>}
          </Small>
          <Link to={questionAddress(batch, question)}>{text}</Link>
        </li>
      ))}
    </Stack>
  );
}
