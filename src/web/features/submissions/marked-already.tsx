import { taskLabel } from '../../lib/task-label.ts';
import type { ShownTask } from '../../lib/withheld-marks.ts';
import { Notice } from '../../ui/notice.tsx';

/** Says before handing in again that the task is marked, and what a new version does to the mark. */
export function MarkedAlready({
  task: { task, marks, marked_version },
  newest,
}: {
  task: ShownTask;
  /** The newest version so far. */
  newest: number;
}) {
  const isEarlier = marked_version !== null && marked_version < newest;
  const isMarked = `${taskLabel(task)} is marked${marks === null ? '' : ` ${marks} out of 100`}`;
  return (
    <Notice
      tone="warning"
      role="note"
      title={isEarlier ? `${isMarked}, for version ${marked_version}` : isMarked}
    >
      {`${
        isEarlier
          ? `Version ${newest} waits to be marked. Handing in again makes version ${newest + 1}, which is then the one to be marked.`
          : `Handing in again makes version ${newest + 1}, to be marked anew.`
      } Its mark takes the place of this one, and may be higher or lower; until then ${marks ?? 'this one'} stays.`}
    </Notice>
  );
}
