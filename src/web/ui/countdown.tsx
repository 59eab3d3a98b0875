import { useEffect, useState } from 'react';
import { useFirstServerNow } from '../lib/page/page-time.ts';
import styles from './countdown.module.css';
import { timeLeftParts, formatTimeLeft } from './time-format.ts';

/**
 * Not announced each second: screen readers read the time left when they reach it.
 * @param until ms since 1970 UTC
 * @param offset the server's clock minus this device's, in milliseconds
 */
export function Countdown({ until, offset = 0, passed }: { until: number; offset?: number; passed: string }) {
  const [now, setNow] = useState(useFirstServerNow(offset));
  const isPassed = now >= until;
  useEffect(() => {
    if (isPassed) return;
    const update = () => setNow(Date.now() + offset);
    update();
    const timer = setInterval(update, 1000);
    return () => clearInterval(timer);
  }, [isPassed, offset]);
  return (
    <div role="timer" aria-live="off">
      <div className={styles['countdown']} aria-hidden="true">
        {Object.entries(timeLeftParts(until, now)).map(([unit, count]) => (
          <div key={unit} className={styles['part']}>
            <span className={styles['number']}>{count}</span>
            <span className={styles['unit']}>{unit}</span>
          </div>
        ))}
      </div>
      {isPassed ? <p>{passed}</p> : <p className="visually-hidden">{`${formatTimeLeft(until, now)} left`}</p>}
    </div>
  );
}
