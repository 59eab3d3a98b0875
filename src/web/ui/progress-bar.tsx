import { useId } from 'react';
import styles from './progress-bar.module.css';

/** How much of something is done, in percent from 0 to 100. */
export function ProgressBar({ label, percent }: { label: string; percent: number }) {
  const id = useId();
  const whole = Math.round(Math.min(100, Math.max(0, percent)));
  return (
    <div>
      <div className={styles['row']}>
        <span id={id}>{label}</span>
        <span>{whole}%</span>
      </div>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={whole}
        className={styles['track']}
      >
        <div className={styles['fill']} style={{ width: `${whole}%` }} />
      </div>
    </div>
  );
}
