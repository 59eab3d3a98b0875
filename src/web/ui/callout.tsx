import { useId, type ReactNode } from 'react';
import styles from './callout.module.css';

/** A highlighted section for the next step: a small heading, a sentence, a time and one action. */
export function Callout({
  label,
  sentence,
  time,
  action,
}: {
  label: ReactNode;
  sentence: ReactNode;
  time?: ReactNode;
  /** Its button; undefined where the work follows directly. */
  action?: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles['callout']} data-slim={action === undefined || undefined} aria-labelledby={id}>
      {/* Updates while the screen is open, as when a week opens, are announced as a whole; the initial text is not. */}
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
