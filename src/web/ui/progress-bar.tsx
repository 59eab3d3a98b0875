import { useId } from 'react';
import styles from './progress-bar.module.css';

/**
 * @param percent clamped to 0–100 and rounded
 * @param isQuiet hides the words from the eye
 */
export function ProgressBar({
  label,
  percent,
  isQuiet = false,
}: {
  label: string;
  percent: number;
  isQuiet?: boolean;
}) {
  const id = useId();
  const rounded = Math.round(Math.min(100, Math.max(0, percent)));
  return (
    <div>
      <div className={isQuiet ? 'visually-hidden' : styles['row']}>
        <span id={id}>{label}</span>
        <span>{`${rounded}%`}</span>
      </div>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={rounded}
        className={styles['track']}
      >
        <div className={styles['fill']} style={{ width: `${rounded}%` }} />
      </div>
    </div>
  );
}
