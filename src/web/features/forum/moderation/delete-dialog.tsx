import type { Question } from '#contract/forum/calls';
import { plainTextOf } from '#contract/excerpt';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { formatNumber } from '../../../ui/format-number.ts';
import { MessageRoom } from '../../../ui/message-room.tsx';
import styles from '../post.module.css';
import { DiscussionError } from '../discussion-states.tsx';
import { countComments } from '../comments-text.ts';

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
  const count = countComments(question);
  return (
    <Dialog
      title="Delete this question?"
      role="alertdialog"
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" busy={isBusy} onClick={() => void run(onDelete)}>
            Delete
          </Button>
        </>
      }
    >
      <blockquote className={styles['excerpt']}>{plainTextOf(question.question, question.html)}</blockquote>
      {count > 0 && (
        <p>{`This also deletes its ${count === 1 ? 'comment' : `${formatNumber(count)} comments`}.`}</p>
      )}
      <MessageRoom>{error !== null && <DiscussionError of={error} />}</MessageRoom>
    </Dialog>
  );
}
