import type { Rubric } from '#contract/projects/rubric-calls';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { taskLabel } from '../../lib/task-label.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Notice } from '../../ui/notice.tsx';

const handIns = (count: number) => (count === 1 ? '1 submission' : `${count} submissions`);

export function RemarkQuestion({ rubric: { task, outdated } }: { rubric: Rubric }) {
  const form = useActionForm({ act: 'remark', of: { outdated: String(outdated) } });
  if (outdated === 0) return null;
  return (
    <Notice tone="warning" role="note" title={`${handIns(outdated)} marked with an older rubric`}>
      <p>{`The rubric for ${taskLabel(task)} has changed. Recalculate these unreleased marks? Marks that differ from the rubric stay, and so do released ones.`}</p>
      <ActionForm form={form} button={`Recalculate ${handIns(outdated)}`} />
    </Notice>
  );
}
