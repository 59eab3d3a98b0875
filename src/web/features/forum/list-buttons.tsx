import { forumAddress } from '#contract/forum/question-view';
import { errorMessage } from '../../lib/calls/client.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/layout.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { DiscussionError } from './discussion-states.tsx';
import styles from './list.module.css';

export function OlderWithoutScript({ batch, oldest }: { batch: string; oldest: string }) {
  return (
    <noscript>
      <a href={`${forumAddress(batch)}?after=${oldest}`}>Show older questions</a>
    </noscript>
  );
}

export function OlderQuestions({ onShow }: { onShow: () => Promise<void> }) {
  const { isBusy, error, run } = useMutation();
  return (
    <Stack gap={3} className={styles['older']}>
      <MessageRoom>{error !== null && <DiscussionError of={error} />}</MessageRoom>
      <Button variant="secondary" busy={isBusy} onClick={() => void run(onShow)}>
        Show older questions
      </Button>
    </Stack>
  );
}

/**
 * A button with the count of new posts, which shows them. Screen readers announce it once, not for each
 * further post.
 * @param text null hides it
 */
export function NewsButton({ text, onShow }: { text: string | null; onShow: () => Promise<void> }) {
  const { isBusy, error, run } = useMutation();
  return (
    <>
      <p role="status" className="visually-hidden">
        {text !== null && 'There are new posts. The button at the end of the page shows them.'}
      </p>
      {text !== null && (
        <div className={styles['news']}>
          {error !== null && (
            <p role="alert" className={styles['failed']}>
              {errorMessage(error)}
            </p>
          )}
          <Button small className={styles['button']} busy={isBusy} onClick={() => void run(onShow)}>
            {`Show ${text}`}
          </Button>
        </div>
      )}
    </>
  );
}
