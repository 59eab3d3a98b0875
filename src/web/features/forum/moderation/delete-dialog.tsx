import type { Question } from '#contract/forum/calls';
import { plainTextOf } from '#contract/excerpt';
import { useForm } from '../../../lib/forms/use-form.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
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
  const form = useForm({ send: onDelete });
  const count = countComments(question);
  return (
    <FormDialog
      title="Delete this question?"
      role="alertdialog"
      form={form}
      button="Delete"
      variant="danger"
      onClose={onClose}
    >
      <blockquote className={styles['excerpt']}>{plainTextOf(question.question, question.html)}</blockquote>
      {count > 0 && (
        <p>{`This also deletes its ${count === 1 ? 'comment' : `${formatNumber(count)} comments`}.`}</p>
      )}
      <MessageRoom>{form.refusal !== undefined && <DiscussionError error={form.refusal} />}</MessageRoom>
    </FormDialog>
  );
}
