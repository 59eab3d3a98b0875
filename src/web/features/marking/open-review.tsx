import type { Task } from '#contract/dates';
import { limits } from '#contract/limits';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { TextArea } from '../../ui/field.tsx';
import { FoldSummary } from '../../ui/layout.tsx';

/**
 * For the office, in place of the student's request, which has a last day and comes once.
 * @param of a version's receipt number, or the task of a mark without a file
 */
export function OpenReview({
  target,
  name,
  onDone,
}: {
  target: { number: string } | { task: Task };
  name: string;
  onDone?: () => void;
}) {
  const form = useActionForm({ formName: 'open-review', target: target, ...(onDone && { onDone }) });
  return (
    <details>
      <FoldSummary>Open a review</FoldSummary>
      <ActionForm form={form} button="Open the review" narrow>
        <TextArea
          label="Why is this mark reviewed?"
          {...form.field('reason')}
          rows={3}
          required
          maxLength={limits.review}
          hint={`${name} reads this and is notified. Another mentor or the office decides.`}
        />
      </ActionForm>
    </details>
  );
}
