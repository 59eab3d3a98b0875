import type { ReactNode } from 'react';
import type { BriefWithRubric } from '#contract/projects/brief-calls';
import { taskLabel } from '../../../lib/task-label.ts';
import type { ShownTask } from '../../../lib/withheld-marks.ts';
import { Small, Stack } from '../../../ui/layout.tsx';
import styles from './grades.module.css';
import { MarksChart, type Overall } from './marks-chart.tsx';
import { useReadMarks } from './read-marks.ts';
import { TaskStatusList } from './task-status-list.tsx';

/** Displaying counts as reading. */
export function Grades({
  s_id,
  tasks,
  briefs,
  standing,
  overall = null,
  onChanged,
}: {
  s_id: string;
  tasks: readonly ShownTask[];
  /** Of the student's project. */
  briefs: readonly BriefWithRubric[];
  /** Where the student stands by the batch's rule. */
  standing?: ReactNode;
  /** For the chart. */
  overall?: Overall | null;
  /** Reloads the tasks. */
  onChanged: () => void;
}) {
  useReadMarks(s_id, tasks);
  const namedTasks = tasks.map((task) => ({
    name: taskLabel(task.task),
    task,
    rubric: briefs.find((brief) => brief.task === task.task)?.rubric,
  }));
  const isWeek = ({ task }: (typeof namedTasks)[number]) => task.task.startsWith('week-');
  const given = tasks.filter(({ marks }) => marks !== null).length;
  const withheld = tasks.filter(({ isWithheld }) => isWithheld === true).length;
  return (
    <Stack gap={5} className={styles['grades']}>
      <h2 className="visually-hidden">My Grades</h2>
      {standing}
      <section>
        <h3>Weekly Submission Status</h3>
        {given === 0 && (
          <Small>
            {withheld === 0
              ? "Your marks and your mentor's comments appear here once they are released."
              : "Read your mentor's comment first. Show each mark when you are ready."}
          </Small>
        )}
        <TaskStatusList s_id={s_id} tasks={namedTasks.filter(isWeek)} onChanged={onChanged} />
      </section>
      <section>
        <h3>Final project and viva voce</h3>
        <TaskStatusList s_id={s_id} tasks={namedTasks.filter((one) => !isWeek(one))} onChanged={onChanged} />
      </section>
      <MarksChart
        overall={overall}
        marks={namedTasks.map(({ name, task }) => ({ name, marks: task.marks, isWithheld: task.isWithheld }))}
      />
    </Stack>
  );
}
