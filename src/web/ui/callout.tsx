import { useId, type ReactNode } from 'react';
import styles from './callout.module.css';

/** Answers one question at a glance: a small heading, a sentence, its time, one button. */
export function Callout({
  label,
  sentence,
  time,
  action,
}: {
  label: ReactNode;
  sentence: ReactNode;
  time?: ReactNode;
  action: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles['strip']} aria-labelledby={id}>
      {/* What changes while one looks, as when a week opens, is told as a whole; what came with the screen is not. */}
      <div className={styles['words']} aria-live="polite" aria-atomic="true">
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
