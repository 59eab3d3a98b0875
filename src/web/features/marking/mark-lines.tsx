import { signedPoints } from '#contract/projects/rubric-rules';
import type { MarkRubric } from '#contract/projects/rubric-calls';
import styles from './mark-lines.module.css';

/** The rubric lines as of the mark; for staff, why the mark differs from their sum. */
export function MarkLines({ rubric: { lines, reason } }: { rubric: MarkRubric }) {
  return (
    <>
      <ul className={styles['lines']}>
        {lines.map(({ id, text, points }) => (
          <li key={id}>
            <span>{`${text} `}</span>
            <span className={styles['points']}>{signedPoints(points)}</span>
          </li>
        ))}
      </ul>
      {reason !== null && <p className={styles['reason']}>{`Reason, for staff: ${reason}`}</p>}
    </>
  );
}
