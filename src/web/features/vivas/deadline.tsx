import { useServerNow } from '../../lib/server-clock.ts';
import { Countdown } from '../../ui/countdown.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './deadline.module.css';

/** The countdown to the viva's deadline and the deadline as text; after it the countdown stays at zero. */
export function Deadline({ at, offset }: { at: string; offset: number }) {
  const until = Date.parse(at);
  const isPassed = useServerNow(offset, [until]) >= until;
  return (
    <section className={styles['deadline']}>
      <h2>{isPassed ? 'The deadline has passed' : 'Time left'}</h2>
      <Countdown until={until} offset={offset} passed="You can still submit; it will be noted as late." />
      <p className={styles['text']}>
        {isPassed ? 'The deadline was' : 'The deadline is'} <Time value={at} />.
      </p>
    </section>
  );
}
