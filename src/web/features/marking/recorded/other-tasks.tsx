import { tasks } from '#contract/dates';
import type { DeskSubmission } from '#contract/marking/calls';
import { markWords, visibility } from '../../../lib/record-words.ts';
import { taskLabel } from '../../../lib/task-label.ts';
import { FoldSummary } from '../../../ui/layout.tsx';
import { LinkedText } from '../../../ui/linked-text.tsx';

/** What counts for each other task, as staff see it, in the order of work. */
export const otherTasks = ({
  other_marks,
  other_records = [],
}: Pick<DeskSubmission, 'other_marks' | 'other_records'>) =>
  tasks.flatMap((task) => {
    const record = other_records.find((one) => one.task === task && one.counts);
    const mark = record ?? other_marks.find((one) => one.task === task);
    return mark === undefined ? [] : [{ ...mark, task, status: record?.status }];
  });

export function OtherTaskMarks({ tasks }: { tasks: ReturnType<typeof otherTasks> }) {
  return (
    <section aria-label="Marks of other tasks">
      {tasks.map(({ task, status, marks, comments, released }) => {
        const line = (
          <>
            <strong>{taskLabel(task)}</strong>
            <span>{`, ${markWords({ status, marks })}, ${visibility(released)}`}</span>
          </>
        );
        if (comments === '') return <p key={task}>{line}</p>;
        return (
          <details key={task}>
            <FoldSummary>{line}</FoldSummary>
            <blockquote>
              <LinkedText text={comments} />
            </blockquote>
          </details>
        );
      })}
    </section>
  );
}
