import type { Question } from '#contract/discussions';
import { useMutation } from '../../lib/use-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import styles from './delete-dialog.module.css';
import { DiscussionError } from './discussion-error.tsx';

/** Asks before a question is deleted with its comments. */
export function DeleteDialog({
  question,
  onDelete,
  onClose,
}: {
  question: Question;
  onDelete: () => Promise<void>;
  onClose: () => void;
}) {
  const { isBusy, error, run } = useMutation();
  const { length } = question.comments;
  return (
    <Dialog
      title="Delete this question?"
      role="alertdialog"
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep it
          </Button>
          <Button variant="danger" busy={isBusy} onClick={() => void run(onDelete)}>
            Delete
          </Button>
        </>
      }
    >
      <blockquote className={styles['excerpt']}>{question.question}</blockquote>
      {length > 0 && <p>{length === 1 ? 'Its comment goes' : `Its ${length} comments go`} with it.</p>}
      <MessageRoom>{error !== null && <DiscussionError of={error} />}</MessageRoom>
    </Dialog>
  );
}
