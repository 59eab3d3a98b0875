import type { TimelineTask } from '#contract/submissions';
import { taskLabel } from '../../lib/task-label.ts';
import styles from './grades.module.css';
import { MarksChart } from './marks-chart.tsx';
import { meanOfMarks } from '../../lib/mean-of-marks.ts';
import { TaskStatusList } from './task-status-list.tsx';

/** My Grades: the marks at a glance, then each of the six tasks with its mark and the beginning of the mentor's words. */
export function Grades({ tasks }: { tasks: readonly TimelineTask[] }) {
  const namedTasks = tasks.map((task) => ({ name: taskLabel(task.task), task }));
  const isWeek = ({ task }: (typeof namedTasks)[number]) => task.task.startsWith('week-');
  const given = tasks.filter(({ marks }) => marks !== null).length;
  const mean = meanOfMarks(tasks.map(({ marks }) => marks));
  return (
    <div className={styles['grades']}>
      {given === 0 ? (
        <p className={styles['none']}>
          Marks and your mentor's words stand here as soon as your mentor has released them.
        </p>
      ) : (
        <div className={styles['glance']}>
          {mean !== null && (
            <p className={styles['mean']}>
              <span className={styles['number']}>{mean}</span> mean of your {given} marks so far, each out of
              100
            </p>
          )}
          <MarksChart marks={namedTasks.map(({ name, task }) => ({ name, marks: task.marks }))} />
        </div>
      )}
      <section>
        <h3>Weekly Submission Status</h3>
        <TaskStatusList tasks={namedTasks.filter(isWeek)} />
      </section>
      <section>
        <h3>Final project and viva voce</h3>
        <TaskStatusList tasks={namedTasks.filter((one) => !isWeek(one))} />
      </section>
    </div>
  );
}
