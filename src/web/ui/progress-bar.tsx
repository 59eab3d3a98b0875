import { useId } from 'react';
import styles from './progress-bar.module.css';

/** `percent` is clamped to 0–100 and rounded. */
export function ProgressBar({ label, percent }: { label: string; percent: number }) {
  const id = useId();
  const rounded = Math.round(Math.min(100, Math.max(0, percent)));
  return (
    <div>
      <div className={styles['row']}>
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
