import type { ReactNode } from 'react';
import styles from './next-step-strip.module.css';

/** One glance answers "what next?": a sentence, its time, one button. */
export function NextStepStrip({
  sentence,
  time,
  action,
}: {
  sentence: ReactNode;
  time?: ReactNode;
  action: ReactNode;
}) {
  return (
    <section className={styles['strip']} aria-labelledby="next-step">
      <div className={styles['words']}>
        <h2 id="next-step" className={styles['label']}>
          Next step
        </h2>
        <p className={styles['sentence']}>{sentence}</p>
        {time !== undefined && <p className={styles['time']}>{time}</p>}
      </div>
      {action}
    </section>
  );
}
