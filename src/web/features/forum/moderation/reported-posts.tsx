import { useRef, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import type { ReportedPost, ReportList } from '#contract/forum/moderation-calls';
import { questionAddress } from '#contract/forum/question-view';
import { call, errorMessage } from '../../../lib/calls/client.ts';
import { FormKey } from '../../../lib/forms/form-key.tsx';
import { tellScreen } from '../../../lib/screen-message.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { usePressKey } from '../../../lib/forms/use-press-key.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { MessageRoom } from '../../../ui/message-room.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import styles from './reported-posts.module.css';

const nameOf = ({ question, comment }: ReportedPost) => `${question} ${comment ?? ''}`;

function DismissForm({ batch, post, onDone }: { batch: string; post: ReportedPost; onDone: () => void }) {
  const { isBusy, error, run } = useMutation();
  const keyOf = usePressKey();
  const { question: id, comment } = post;
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        void run(async () => {
          const body = comment === null ? {} : { comment };
          const idempotencyKey = keyOf(nameOf(post));
          await call('dismissReports', { params: { s_id: batch, id }, body, idempotencyKey });
          onDone();
        });
      }}
    >
      <FormKey of={`dismiss-${nameOf(post)}`} />
      <input type="hidden" name="act" value="dismiss-reports" />
      <input type="hidden" name="question" value={id} />
      {comment !== null && <input type="hidden" name="comment" value={comment} />}
      <Button
        type="submit"
        variant="secondary"
        small
        busy={isBusy}
        aria-label={`Nothing to do: ${post.text.slice(0, 40)}`}
      >
        Nothing to do
      </Button>
      <MessageRoom>{error !== null && <Notice tone="error">{errorMessage(error)}</Notice>}</MessageRoom>
    </form>
  );
}

/** The posts of a batch's forum that were reported, for its mentors; nothing where there is none. */
export function ReportedPosts({ batch, reports: { posts, more } }: { batch: string; reports: ReportList }) {
  const { revalidate } = useRevalidator();
  const head = useRef<HTMLHeadingElement>(null);
  // Then the heading stays, for the focus of the button that is gone.
  const [isSettled, setSettled] = useState(false);
  if (posts.length === 0 && !isSettled) return null;
  const tell = async (): Promise<void> => {
    await revalidate();
    tellScreen('reports-settled');
    setSettled(true);
    // The button that was pressed is gone.
    head.current?.focus();
  };
  return (
    <section id="reports" aria-labelledby="reports-head" className={styles['whole']}>
      <h2 id="reports-head" ref={head} tabIndex={-1}>
        Reported posts
      </h2>
      {posts.length > 0 && (
        <ul className={styles['posts']}>
          {posts.map((post) => (
            <li key={nameOf(post)}>
              <Card className={styles['post']}>
                <p className={styles['author']}>
                  {`A ${post.comment === null ? 'question' : 'comment'} of ${post.author}`}
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
                  {post.more && <li>And others</li>}
                </ul>
                <div className={styles['foot']}>
                  <Link to={questionAddress(batch, post.question)}>Open the question</Link>
                  <DismissForm batch={batch} post={post} onDone={() => void tell()} />
                </div>
              </Card>
            </li>
          ))}
        </ul>
      )}
      {more && <p>Others follow once these are settled.</p>}
    </section>
  );
}
