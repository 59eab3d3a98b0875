import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ReportedPost, ReportList } from '#contract/forum/moderation-calls';
import { questionAddress } from '#contract/forum/question-view';
import { useSeenAction } from '../../../lib/forms/use-seen-action.ts';
import { ActionForm } from '../../../ui/action-form.tsx';
import { Card } from '../../../ui/card.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import styles from './reported-posts.module.css';

const nameOf = ({ question, comment }: ReportedPost) => `${question} ${comment ?? ''}`;

function DismissForm({ post, onDone }: { post: ReportedPost; onDone: () => void }) {
  const { question, comment } = post;
  const form = useSeenAction({
    formName: 'dismiss-reports',
    target: { question, ...(comment !== null && { comment }) },
    seen: { text: post.text },
    onDone,
  });
  return (
    <ActionForm
      form={form}
      button="Dismiss report"
      conflict={form.changed !== null && <blockquote>{form.changed.text}</blockquote>}
      small
      label={`Dismiss report: ${post.text.slice(0, 40)}`}
    />
  );
}

export function ReportedPosts({ batch, reports: { posts, more } }: { batch: string; reports: ReportList }) {
  const head = useRef<HTMLHeadingElement>(null);
  // The heading stays to take the focus of the removed button.
  const [isSettled, setSettled] = useState(false);
  if (posts.length === 0 && !isSettled) return null;
  const settled = () => {
    setSettled(true);
    head.current?.focus();
  };
  return (
    <Stack as="section" gap={3} id="reports" aria-labelledby="reports-head">
      <h2 id="reports-head" ref={head} tabIndex={-1}>
        Reported posts
      </h2>
      {posts.length > 0 && (
        <Stack as="ul" gap={3}>
          {posts.map((post) => (
            <li key={nameOf(post)}>
              <Card className={styles['post']}>
                <p className={styles['author']}>
                  {`A ${post.comment === null ? 'question' : 'comment'} by ${post.author}`}
                </p>
                <blockquote className={styles['text']}>{post.text}</blockquote>
                <ul className={styles['reports']}>
                  {post.reports.map(({ reporter, reason, reported_at }, place) => (
                    <li key={place}>
                      <span>{`${reporter}, `}</span>
                      <TimeAgo value={reported_at} />
                      <span>{reason === null ? ', without a reason' : `: ${reason}`}</span>
                    </li>
                  ))}
                  {post.more && <li>And other people</li>}
                </ul>
                <div className={styles['foot']}>
                  <Link to={questionAddress(batch, post.question)}>Open the question</Link>
                  <DismissForm post={post} onDone={settled} />
                </div>
              </Card>
            </li>
          ))}
        </Stack>
      )}
      {more && <p>More reported posts appear after you handle these.</p>}
    </Stack>
  );
}
