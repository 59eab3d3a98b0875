import { marksOfLines, signedPoints } from '#contract/projects/rubric-rules';
import type { TimelineTask } from '#contract/submissions/calls';
import styles from './given-lines.module.css';

/** The rubric lines as of the mark, and whether the mark differs from their sum. */
export function GivenLines({ lines, marks }: { lines: NonNullable<TimelineTask['rubric']>; marks: number }) {
  const sum = marksOfLines(lines);
  return (
    <>
      <ul className={styles['lines']}>
        {lines.map(({ text, points }) => (
          <li key={text} className={styles['line']}>
            <span>{text}</span>
            <span className={styles['points']}>{signedPoints(points)}</span>
          </li>
        ))}
      </ul>
      {sum !== marks && (
        <p className={styles['note']}>{`These add up to ${sum}. Your mentor gave ${marks}.`}</p>
      )}
    </>
  );
}
