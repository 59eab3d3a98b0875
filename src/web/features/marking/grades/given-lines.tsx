import { marksOfLines, signedPoints } from '#contract/projects/rubric-rules';
import type { TimelineTask } from '#contract/submissions/calls';
import styles from './given-lines.module.css';

/** The lines of a rubric that a mark was given by, as they were then, and whether the marks are what they come to. */
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
        <p className={styles['note']}>{`These come to ${sum}; your mentor decided on ${marks}.`}</p>
      )}
    </>
  );
}
