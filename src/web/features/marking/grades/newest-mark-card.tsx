import { Link } from 'react-router';
import { excerpt, plainTextOf } from '#contract/excerpt';
import { gradesAddress } from '#contract/screens';
import { recordStatusLabels } from '#contract/marking/recorded';
import { countingRecord, isExcused, resultWords } from '../../../lib/record-words.ts';
import { taskLabel } from '../../../lib/task-label.ts';
import type { ShownTask } from '../../../lib/withheld-marks.ts';
import { FigureCard } from '../../../ui/figure-card.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import styles from './grades.module.css';

export function NewestMarkCard({ tasks }: { tasks: readonly ShownTask[] }) {
  const newest = newestMark(tasks);
  if (newest === null) {
    return (
      <FigureCard title="Newest mark" figure="None yet">
        <p>A mark appears here once your mentor has released it.</p>
      </FigureCard>
    );
  }
  const status = countingRecord(newest)?.status;
  const isWordless = status === undefined || status === 'marked';
  const { task, marks, comments, comments_html, marked_by, marked_at } = newest;
  return (
    <FigureCard
      title="Newest mark"
      figure={
        status === 'excused'
          ? recordStatusLabels.excused
          : (marks ?? <span className={styles['sentence']}>{`Your ${taskLabel(task)} comment is here`}</span>)
      }
      unit={marks === null ? undefined : 'out of 100'}
    >
      <p>
        <span>{`${taskLabel(task)}${isWordless ? '' : `: ${resultWords(newest)}`}${marked_by !== null ? `, by ${marked_by}` : ''}`}</span>
        {marked_at !== null && (
          <span>
            , <TimeAgo value={marked_at} />
          </span>
        )}
      </p>
      {comments !== null && comments !== '' && (
        <blockquote className={styles['comment']}>
          {excerpt(plainTextOf(comments, comments_html), 140)}
        </blockquote>
      )}
      <p>
        <Link to={gradesAddress(task)} className={styles['more']}>
          {newest.isWithheld === true
            ? 'Read the comment and see the mark in My Grades'
            : 'See all marks in My Grades'}
        </Link>
      </p>
    </FigureCard>
  );
}

/** Even if its number is withheld; null before the first. Without a time, the later task counts as newer. */
export function newestMark(tasks: readonly ShownTask[]): ShownTask | null {
  let newest: ShownTask | null = null;
  for (const task of tasks) {
    if (task.marks === null && task.isWithheld !== true && !isExcused(task)) continue;
    if (newest === null || (task.marked_at ?? '') >= (newest.marked_at ?? '')) newest = task;
  }
  return newest;
}
