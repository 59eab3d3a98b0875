import type { HiddenPost } from '#contract/forum/moderation-calls';
import { forumAddress } from '#contract/forum/question-view';
import { ButtonLink } from '../../../ui/button.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import styles from './hidden-post-note.module.css';

/** Informs the author that a mentor has hidden the post, and why. */
export function HiddenPostNote({
  batch,
  post: { comment, text, reason, hidden_at },
}: {
  batch: string;
  post: HiddenPost;
}) {
  const noun = comment === null ? 'question' : 'comment';
  return (
    <section className={styles['note']} aria-labelledby="hidden-post">
      <h2 id="hidden-post" className={styles['title']}>
        <span>{`A mentor has hidden your ${noun}, `}</span>
        <TimeAgo value={hidden_at} />
      </h2>
      <blockquote className={styles['text']}>{text}</blockquote>
      <p>{reason === null ? 'No reason was given.' : `Reason: ${reason}`}</p>
      <p className={styles['next']}>
        Only you and the mentors can see it. If you think this is a mistake, talk to a mentor of your batch.
      </p>
      {comment === null && (
        <p>
          <ButtonLink to={forumAddress(batch)} variant="secondary" small>
            Show all questions
          </ButtonLink>
        </p>
      )}
    </section>
  );
}
