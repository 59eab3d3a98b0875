import { useId } from 'react';
import styles from './progress-bar.module.css';

/**
 * @param percent clamped to 0–100 and rounded; null where nobody knows how much is left
 * @param isQuiet hides the words from the eye
 */
export function ProgressBar({
  label,
  percent,
  isQuiet = false,
}: {
  label: string;
  percent: number | null;
  isQuiet?: boolean;
}) {
  const id = useId();
  const rounded = percent === null ? null : Math.round(Math.min(100, Math.max(0, percent)));
  return (
    <div>
      <div className={isQuiet ? 'visually-hidden' : styles['row']}>
        <span id={id}>{label}</span>
        {rounded !== null && <span>{`${rounded}%`}</span>}
      </div>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(rounded !== null && { 'aria-valuenow': rounded })}
        className={styles['track']}
      >
        <div
          className={styles['fill']}
          {...(rounded === null ? { 'data-unknown': true } : { style: { width: `${rounded}%` } })}
        />
      </div>
    </div>
  );
}
