import type { VivaTime } from '#contract/progress/viva-time-calls';
import { Time } from '../../ui/time.tsx';
import { DelayWords } from './day/delay-words.tsx';
import styles from './vivas.module.css';

/** When and where, as the office has told it, and how late it runs. */
export function OwnViva({ time }: { time: VivaTime | null }) {
  if (time === null) return null;
  const { starts_at, minutes, room, link, delay } = time;
  return (
    <p className={styles['own']}>
      <span>Your viva: </span>
      <strong>
        <Time value={starts_at} />
      </strong>
      <span>{`, ${room}, ${minutes} minutes. `}</span>
      {delay !== undefined && (
        <strong className={styles['late']}>
          <DelayWords delay={delay} />
          <span>. </span>
        </strong>
      )}
      {link !== null && (
        <a href={link} target="_blank" rel="noreferrer">
          Open the meeting
        </a>
      )}
    </p>
  );
}
