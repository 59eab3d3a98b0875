import type { TimelineTask } from '#contract/submissions/calls';
import { Time } from '../../../ui/time.tsx';

/** Nothing without a due date. */
export function DueText({ task: { due_at, extended_at } }: { task: TimelineTask }) {
  if (due_at === null) return null;
  return (
    <>
      <Time value={due_at} />
      {extended_at !== null && <span>; you have an extension</span>}
    </>
  );
}

/** Late, extended later, and the project it was for. */
export function afterVersion({ late, extended_at, submitted_at, earlier_project }: TimelineTask): string {
  const isExtended = late && extended_at !== null && submitted_at !== null && extended_at >= submitted_at;
  return [
    late ? ', late' : '',
    isExtended ? '; you got an extension later' : '',
    earlier_project ? ', for your earlier project' : '',
  ].join('');
}
