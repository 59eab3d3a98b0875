import { useRevalidator } from 'react-router';
import type { StaffBatch } from '#contract/marking/calls';
import { call, errorMessage } from '../../../lib/calls/client.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { usePressKey } from '../../../lib/forms/use-press-key.ts';
import { Button } from '../../../ui/button.tsx';
import { MessageRoom } from '../../../ui/message-room.tsx';
import { Notice } from '../../../ui/notice.tsx';
import styles from './comment-first.module.css';

/** Whether a batch's students see a mark's comment first and its number by a press, with the switch for it. */
export function CommentFirst({ batch: { name, commentFirst } }: { batch: StaffBatch }) {
  const { isBusy, error, run } = useMutation();
  const { revalidate } = useRevalidator();
  const keyOf = usePressKey();
  const turn = () =>
    run(async () => {
      const next = !commentFirst;
      await call('setCommentFirst', {
        params: { batch: name },
        body: { comment_first: next },
        idempotencyKey: keyOf(`${name} ${next}`),
      });
      // The same press once more is another one.
      keyOf('');
      await revalidate();
    });
  return (
    <div className={styles['setting']}>
      <p role="status">
        {commentFirst
          ? 'Students read the comment first; the number shows when they press for it.'
          : 'Students see the number of a released mark together with the comment.'}
      </p>
      <MessageRoom>{error !== null && <Notice tone="error">{errorMessage(error)}</Notice>}</MessageRoom>
      <Button variant="secondary" small busy={isBusy} onClick={() => void turn()} data-needs-script>
        {commentFirst ? 'Show both together' : 'Show the comment first'}
      </Button>
    </div>
  );
}
