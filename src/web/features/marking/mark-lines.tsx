import { signedPoints } from '#contract/projects/rubric-rules';
import type { MarkRubric } from '#contract/projects/rubric-calls';
import styles from './mark-lines.module.css';

/** The lines that a mark was given by, as they were then, and for staff why it is another than they come to. */
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
