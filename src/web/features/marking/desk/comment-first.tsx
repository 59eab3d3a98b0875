import type { StaffBatch } from '#contract/marking/calls';
import { useActionForm } from '../../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../../ui/action-form.tsx';
import styles from './comment-first.module.css';

/** Whether a batch's students see a mark's comment first and its number by a press, with the switch for it. */
export function CommentFirst({ batch: { commentFirst } }: { batch: StaffBatch }) {
  const form = useActionForm({ act: 'comment-first', hidden: { comment_first: commentFirst ? '' : 'yes' } });
  return (
    <div className={styles['setting']}>
      <p role="status">
        {commentFirst
          ? 'Students read the comment first; the number shows when they press for it.'
          : 'Students see the number of a released mark together with the comment.'}
      </p>
      <ActionForm form={form} button={commentFirst ? 'Show both together' : 'Show the comment first'} small />
    </div>
  );
}
