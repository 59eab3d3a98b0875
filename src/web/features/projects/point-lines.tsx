import { signedPoints } from '#contract/projects/rubric-rules';
import { Stack } from '../../ui/layout.tsx';
import styles from './projects.module.css';

type PointLine = { text: string; points: number; optional?: boolean };

export function PointLines({ lines }: { lines: readonly PointLine[] }) {
  return (
    <Stack as="ul" gap={1} className={styles['lines']}>
      {lines.map(({ text, points, optional }, index) => (
        // Two lines may have one text; the list never reorders.
        <li key={index}>
          <span>{optional === true ? `${text} (extra points)` : text}</span>
          <strong>{signedPoints(points)}</strong>
        </li>
      ))}
    </Stack>
  );
}
