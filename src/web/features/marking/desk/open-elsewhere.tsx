import { useEffect, useState } from 'react';
import type { Openers } from '#contract/marking/release-calls';
import { minuteMs } from '#contract/durations';
import { call } from '../../../lib/calls/client.ts';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import styles from './desk.module.css';

/** Skips submissions that are only paged through. */
const passingMs = 400;
const beatMs = 30_000;
/** As long as the server keeps an idle entry. */
const idleMs = 10 * minuteMs;
const activity = ['keydown', 'pointerdown', 'input', 'scroll'] as const;

/** While the user is active. @returns who else has it open */
function useOpenSubmission(number: string): Openers['others'] {
  const [others, setOthers] = useState<Openers['others']>([]);
  useEffect(() => {
    let isOpen = false;
    let isLeft = false;
    let activeAt = Date.now();
    let reportedAt = activeAt - 1;
    const params = { id: number };
    const beat = async () => {
      if (document.visibilityState === 'hidden' || Date.now() - activeAt > idleMs) return;
      const isActive = activeAt > reportedAt;
      if (isActive) [reportedAt, isOpen] = [Date.now(), true];
      const options = { params, isBackground: true };
      const answering = isActive ? call('openSubmission', options) : call('listOpeners', options);
      // The next beat retries.
      const answer = await answering.catch(() => null);
      if (!isLeft && answer !== null) setOthers(answer.others);
    };
    const onActivity = () => {
      const wasIdle = Date.now() - activeAt > idleMs;
      activeAt = Date.now();
      if (wasIdle) void beat();
    };
    const onVisible = () => void beat();
    const first = setTimeout(() => void beat(), passingMs);
    const timer = setInterval(() => void beat(), beatMs);
    for (const event of activity)
      document.addEventListener(event, onActivity, { capture: true, passive: true });
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      isLeft = true;
      clearTimeout(first);
      clearInterval(timer);
      for (const event of activity) document.removeEventListener(event, onActivity, { capture: true });
      document.removeEventListener('visibilitychange', onVisible);
      setOthers([]);
      if (isOpen) call('closeSubmission', { params, isBackground: true }).catch(() => undefined);
    };
  }, [number]);
  return others;
}

const names = new Intl.ListFormat('en', { type: 'conjunction' });

export function OpenElsewhere({ number }: { number: string }) {
  const others = useOpenSubmission(number);
  const [first] = others;
  return (
    <div aria-live="polite">
      {first !== undefined && (
        <p className={styles['elsewhere']}>
          <span>{`${names.format(others.map(({ name }) => name))} also ${others.length === 1 ? 'has' : 'have'} this open. Opened `}</span>
          <TimeAgo value={first.since} />
          <span>.</span>
        </p>
      )}
    </div>
  );
}
