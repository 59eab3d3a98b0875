import { Link } from 'react-router';
import { gradesAddress } from '#contract/screens';
import type { ShownTask } from '../../lib/withheld-marks.ts';
import { Card } from '../../ui/card.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './viva-result.module.css';

/** The viva's mark and comment, or that it is not marked yet. */
export function VivaResult({ task }: { task: ShownTask }) {
  if (task.marks === null && task.isWithheld !== true) {
    if (task.version === null || task.submitted_at === null) return null;
    return (
      <Card as="section" aria-labelledby="viva-result" className={styles['handedIn']}>
        <h2 id="viva-result">Submitted</h2>
        <p>
          <span>{`Version ${task.version}, `}</span>
          <Time value={task.submitted_at} />
          <span>{`${task.late ? ', late' : ''}. Your mentor's mark and comment will appear here.`}</span>
        </p>
      </Card>
    );
  }
  return (
    <Card as="section" aria-labelledby="viva-result" className={styles['result']}>
      <div className={styles['mark']}>
        <h2 id="viva-result">Your result</h2>
        <p className={styles['figure']}>
          {task.marks === null ? (
            <Link to={gradesAddress('viva')}>See the number in My Grades</Link>
          ) : (
            <span>
              <strong>{task.marks}</strong> out of 100
            </span>
          )}
        </p>
      </div>
      <div className={styles['words']}>
        {task.comments && (
          <p>
            <LinkedText text={task.comments} />
          </p>
        )}
        {task.marked_at !== null && (
          <p className={styles['by']}>
            <span>Marked </span>
            {task.marked_by !== null && <span>{`by ${task.marked_by}, `}</span>}
            <Time value={task.marked_at} />
            <span>{`${
              task.marked_version !== null && task.marked_version !== task.version
                ? `, for version ${task.marked_version}. Version ${task.version} is not marked yet`
                : ''
            }.`}</span>
          </p>
        )}
      </div>
    </Card>
  );
}
