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
          ? `Version ${newest} is not marked yet. If you submit again, your mentor marks version ${newest + 1} instead.`
          : `If you submit again, your mentor marks version ${newest + 1}.`
      } The new mark replaces this one and can be lower. Until then ${marks ?? 'this mark'} stays.`}
    </Notice>
  );
}
