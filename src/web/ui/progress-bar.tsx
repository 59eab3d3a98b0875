import { useId } from 'react';
import styles from './progress-bar.module.css';

/** `percent` is clamped to 0–100 and rounded; null where nobody knows how much is left. */
export function ProgressBar({ label, percent }: { label: string; percent: number | null }) {
  const id = useId();
  const rounded = percent === null ? null : Math.round(Math.min(100, Math.max(0, percent)));
  return (
    <div>
      <div className={styles['row']}>
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
