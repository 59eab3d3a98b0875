import type { Rubric } from '#contract/projects/rubric-calls';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { taskLabel } from '../../lib/task-label.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Notice } from '../../ui/notice.tsx';

const handIns = (count: number) => (count === 1 ? '1 hand-in' : `${count} hand-ins`);

/** Asks whether marks that are not released shall follow lines that have changed; nothing is asked where none would. */
export function RemarkQuestion({ rubric: { task, outdated } }: { rubric: Rubric }) {
  const form = useActionForm({ act: 'remark', of: { outdated: String(outdated) } });
  if (outdated === 0) return null;
  return (
    <Notice tone="warning" role="note" title={`${handIns(outdated)} held back by former lines`}>
      <p>{`For ${taskLabel(task)} they were marked by lines that have changed since. Shall they follow the rubric as it is now? Marks that were given against it stay, and what is released is not touched.`}</p>
      <ActionForm form={form} button={`Mark ${handIns(outdated)} by the lines as they are now`} />
    </Notice>
  );
}
