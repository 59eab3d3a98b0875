import { Link } from 'react-router';
import type { VivaTime } from '#contract/progress/viva-time-calls';
import { extensionAddress } from '#contract/screens';
import { Time } from '../../ui/time.tsx';
import { DelayWords } from './day/delay-words.tsx';
import styles from './vivas.module.css';

const changeWords = {
  'may-ask': 'Ask for another time',
  asked: 'You asked for another time',
  choose: 'Choose another time',
  picked: 'You chose another time',
};

/** When and where, as the office has told it, how late it runs, and the way to another time. */
export function OwnViva({ time }: { time: VivaTime | null }) {
  if (time === null) return null;
  const { starts_at, minutes, room, link, change, delay } = time;
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
      {change != null && (
        <>
          {link !== null && <span> </span>}
          <Link to={extensionAddress('viva')}>{changeWords[change]}</Link>
          {change !== 'may-ask' && <span>. Until the office answers, this time counts.</span>}
        </>
      )}
    </p>
  );
}
