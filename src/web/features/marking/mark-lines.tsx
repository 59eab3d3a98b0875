import { signedPoints } from '#contract/projects/rubric-rules';
import type { MarkRubric } from '#contract/projects/rubric-calls';
import { Small } from '../../ui/layout.tsx';
import styles from './mark.module.css';

/** As of the mark. */
export function MarkLines({ rubric: { lines, reason } }: { rubric: MarkRubric }) {
  return (
    <>
      <ul className={styles['points']}>
        {lines.map(({ id, text, points }) => (
          <li key={id}>
            <span>{`${text} `}</span>
            <strong>{signedPoints(points)}</strong>
          </li>
        ))}
      </ul>
      {reason !== null && <Small>{`Reason, for staff: ${reason}`}</Small>}
    </>
  );
}
