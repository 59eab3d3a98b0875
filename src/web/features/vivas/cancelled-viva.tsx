import type { OwnVivaTime } from '#contract/progress/viva-time-calls';
import { Time } from '../../ui/time.tsx';
import styles from './vivas.module.css';

/** That the told time no longer holds, until another one is told. */
export function CancelledViva({ cancelled }: Pick<OwnVivaTime, 'cancelled'>) {
  if (cancelled === undefined) return null;
  return (
    <p className={styles['own']}>
      <span>Your viva on </span>
      <strong>
        <Time value={cancelled.starts_at} />
      </strong>
      <span> is cancelled. The office will tell you another time.</span>
    </p>
  );
}
