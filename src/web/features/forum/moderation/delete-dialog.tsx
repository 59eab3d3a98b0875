import type { Question } from '#contract/forum/calls';
import { plainTextOf } from '#contract/excerpt';
import { useForm } from '../../../lib/forms/use-form.ts';
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
  const { isBusy, refusal, submit } = useForm({ send: onDelete });
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
          <Button variant="danger" busy={isBusy} onClick={() => submit()}>
            Delete
          </Button>
        </>
      }
    >
      <blockquote className={styles['excerpt']}>{plainTextOf(question.question, question.html)}</blockquote>
      {count > 0 && (
        <p>{`This also deletes its ${count === 1 ? 'comment' : `${formatNumber(count)} comments`}.`}</p>
      )}
      <MessageRoom>{refusal !== undefined && <DiscussionError of={refusal} />}</MessageRoom>
    </Dialog>
  );
}
