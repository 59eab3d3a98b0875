import type { StaffBatch } from '#contract/marking/calls';
import { useActionForm } from '../../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../../ui/action-form.tsx';
import { Row, Small } from '../../../ui/layout.tsx';

export function CommentFirst({ batch: { commentFirst } }: { batch: StaffBatch }) {
  const form = useActionForm({ act: 'comment-first', hidden: { comment_first: commentFirst ? '' : 'yes' } });
  return (
    <Row gap={4}>
      <Small role="status">
        {commentFirst
          ? 'Students see the comment first, and the mark after a click.'
          : 'Students see a released mark together with its comment.'}
      </Small>
      <ActionForm form={form} button={commentFirst ? 'Show both together' : 'Show the comment first'} small />
    </Row>
  );
}
