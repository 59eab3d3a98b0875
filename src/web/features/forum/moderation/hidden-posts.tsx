import { useEffect, useRef, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import type { HiddenPost, HiddenPosts as Hidden } from '#contract/forum/moderation-calls';
import { questionAddress } from '#contract/forum/question-view';
import { call } from '../../../lib/calls/client.ts';
import { usePages } from '../../../lib/use-pages.ts';
import { tellScreen } from '../../../lib/screen-message.ts';
import { Card } from '../../../ui/card.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { ModerateButton } from './moderate-button.tsx';
import styles from './reported-posts.module.css';

const nounOf = ({ comment }: HiddenPost) => (comment === null ? 'question' : 'comment');

const pageOfHidden = ({ posts, more }: Hidden) => ({ items: posts, isMore: more === true });

export function HiddenPosts({ batch, hidden }: { batch: string; hidden: Hidden }) {
  const { revalidate } = useRevalidator();
  const {
    items: posts,
    change,
    more,
  } = usePages<HiddenPost>(pageOfHidden(hidden), {
    idOf: ({ id }) => id,
    read: async (last) =>
      pageOfHidden(await call('listHiddenPosts', { params: { s_id: batch }, query: { before: last?.id } })),
  });
  const [shownAgain, setShownAgain] = useState(0);
  const head = useRef<HTMLHeadingElement>(null);
  // The clicked button and its dialog are removed.
  useEffect(() => {
    if (shownAgain > 0) head.current?.focus();
  }, [shownAgain]);
  if (posts.length === 0 && shownAgain === 0) return null;
  const showAgain = async (post: HiddenPost, reason: string, idempotencyKey: string): Promise<void> => {
    const { question: id, comment } = post;
    const body = { act: 'show' as const, reason, ...(comment !== null && { comment }) };
    await call('moderatePost', { params: { s_id: batch, id }, body, idempotencyKey, prefersMinimal: true });
    change((now) => now.filter((one) => one.id !== post.id));
    tellScreen('The post is shown again.');
    await revalidate();
    setShownAgain((count) => count + 1);
  };
  return (
    <Stack as="section" gap={3} id="hidden" aria-labelledby="hidden-head">
      <h2 id="hidden-head" ref={head} tabIndex={-1}>
        Hidden posts
      </h2>
      {posts.length > 0 && (
        <Stack as="ul" gap={3}>
          {posts.map((post) => (
            <li key={post.id}>
              <Card className={styles['post']}>
                <p className={styles['author']}>{`A ${nounOf(post)} by ${post.author}`}</p>
                <blockquote className={styles['text']}>{post.text}</blockquote>
                <p className={styles['reports']}>
                  <span>
                    <span>{`${post.hidden_by ?? ''}, `}</span>
                    <TimeAgo value={post.hidden_at} />
                    <span>{post.reason === null ? ', deleted without a reason' : `: ${post.reason}`}</span>
                  </span>
                </p>
                <div className={styles['foot']}>
                  {post.comment === null ? (
                    <span />
                  ) : (
                    <Link to={questionAddress(batch, post.question)}>Open the question</Link>
                  )}
                  <ModerateButton
                    action="show"
                    noun={nounOf(post)}
                    variant="secondary"
                    label={`Show again: ${post.text.slice(0, 40)}`}
                    onModerate={(_, reason, key) => showAgain(post, reason, key)}
                  />
                </div>
              </Card>
            </li>
          ))}
        </Stack>
      )}
      <MoreButton more={more} small>
        Show older ones
      </MoreButton>
    </Stack>
  );
}
