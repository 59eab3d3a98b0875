import type { HiddenPost } from '#contract/forum/moderation-calls';
import { Small, Stack } from '../../../ui/layout.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import styles from '../post.module.css';

/** Informs the author that a mentor has hidden the post, and why. */
export function HiddenPostNote({ post: { comment, text, reason, hidden_at } }: { post: HiddenPost }) {
  const noun = comment === null ? 'question' : 'comment';
  return (
    <Stack as="section" gap={2} className={styles['hidden']} aria-labelledby="hidden-post">
      <h2 id="hidden-post">
        <span>{`A mentor has hidden your ${noun}, `}</span>
        <TimeAgo value={hidden_at} />
      </h2>
      <blockquote>{text}</blockquote>
      <p>{reason === null ? 'No reason was given.' : `Reason: ${reason}`}</p>
      <Small>
        Only you and the mentors can see it. If you think this is a mistake, talk to a mentor of your batch.
      </Small>
    </Stack>
  );
}
