import { useId } from 'react';
import type { DeskSubmission } from '#contract/marking/calls';
import { taskLabel } from '../../lib/task-label.ts';
import { LinkedText } from '../../ui/linked-text.tsx';
import styles from './other-marks.module.css';

/** The student's marks and comments in other tasks. */
export function OtherMarks({ of: { other_marks } }: { of: DeskSubmission }) {
  const id = useId();
  if (other_marks.length === 0) return null;
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h3 id={id} className={styles['title']}>
        Marks of other tasks
      </h3>
      {other_marks.map(({ task, marks, comments, released }) => {
        const line = (
          <>
            <span className={styles['name']}>{taskLabel(task)}</span>
            <span>{`, ${marks} of 100, ${released ? 'released' : 'not released'}`}</span>
          </>
        );
        if (comments === '')
          return (
            <p key={task} className={styles['entry']}>
              {line}
            </p>
          );
        return (
          <details key={task} className={styles['entry']}>
            <summary className={styles['summary']}>{line}</summary>
            <blockquote className={styles['words']}>
              <LinkedText text={comments} />
            </blockquote>
          </details>
        );
      })}
    </section>
  );
}
