import type { TimelineTask } from '#contract/submissions/calls';
import { Time } from '../../../ui/time.tsx';

/** Until when a task is due, with the more time that was given; nothing where nothing is due. */
export function DueText({ task: { due_at, extended_at } }: { task: TimelineTask }) {
  if (due_at === null) return null;
  return (
    <>
      <Time value={due_at} />
      {extended_at !== null && <span>; you were given more time</span>}
    </>
  );
}

/** What stands behind a version of a task: that it was late, and that more time was given since; of which project it was. */
export function afterVersion({ late, extended_at, submitted_at, earlier_project }: TimelineTask): string {
  const isExtended = late && extended_at !== null && submitted_at !== null && extended_at >= submitted_at;
  return [
    late ? ', late' : '',
    isExtended ? '; you were given more time since' : '',
    earlier_project ? ', for your earlier project' : '',
  ].join('');
}
