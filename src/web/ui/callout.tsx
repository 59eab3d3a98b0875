import { useId, type ReactNode } from 'react';
import styles from './callout.module.css';

export function Callout({
  label,
  sentence,
  time,
  action,
}: {
  label: ReactNode;
  sentence: ReactNode;
  time?: ReactNode;
  /** Undefined where the work follows directly. */
  action?: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles['callout']} data-slim={action === undefined || undefined} aria-labelledby={id}>
      {/* Announces updates, as when a week opens, as a whole. */}
      <div className={styles['text']} aria-live="polite" aria-atomic="true">
        <h2 id={id} className={styles['label']}>
          {label}
        </h2>
        <p className={styles['sentence']}>{sentence}</p>
        {time !== undefined && <p className={styles['time']}>{time}</p>}
      </div>
      {action}
    </section>
  );
}
