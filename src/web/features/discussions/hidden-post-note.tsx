import type { HiddenPost } from '#contract/moderation';
import { TimeAgo } from '../../ui/time-ago.tsx';
import styles from './hidden-post-note.module.css';

/** Tells the author of a post that a mentor has hidden it, and why. */
export function HiddenPostNote({ post: { comment, text, reason, hidden_at } }: { post: HiddenPost }) {
  const noun = comment === null ? 'question' : 'comment';
  return (
    <section className={styles['note']} aria-labelledby="hidden-post">
      <h2 id="hidden-post" className={styles['title']}>
        A mentor has hidden your {noun}
      </h2>
      <blockquote className={styles['text']}>{text}</blockquote>
      <p>
        <TimeAgo value={hidden_at} />
        {reason === null ? ', without a reason' : `: ${reason}`}
      </p>
      <p className={styles['next']}>
        Nobody but you and the mentors sees it. If you think that is a mistake, talk to a mentor of your
        batch: they can show it again.
      </p>
    </section>
  );
}
