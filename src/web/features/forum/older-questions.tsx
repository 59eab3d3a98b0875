import { forumAddress } from '#contract/forum/question-view';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { DiscussionError } from './discussion-error.tsx';
import styles from './older-questions.module.css';

/** Without script: links to the older questions. */
export function OlderWithoutScript({ batch, oldest }: { batch: string; oldest: string }) {
  return (
    <noscript>
      <a href={`${forumAddress(batch)}?after=${oldest}`}>Show older questions</a>
    </noscript>
  );
}

/** Loads the page before the oldest loaded question. */
export function OlderQuestions({ onShow }: { onShow: () => Promise<void> }) {
  const { isBusy, error, run } = useMutation();
  return (
    <div className={styles['older']}>
      <MessageRoom>{error !== null && <DiscussionError of={error} />}</MessageRoom>
      <Button variant="secondary" busy={isBusy} onClick={() => void run(onShow)}>
        Show older questions
      </Button>
    </div>
  );
}
