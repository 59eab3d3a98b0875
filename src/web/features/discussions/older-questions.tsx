import { useMutation } from '../../lib/use-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { DiscussionError } from './discussion-error.tsx';
import styles from './older-questions.module.css';

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
