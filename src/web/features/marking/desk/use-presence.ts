import { useEffect, useEffectEvent, useState } from 'react';
import type { Openers } from '#contract/marking/release-calls';
import { minuteMs } from '#contract/durations';
import { call } from '../../../lib/calls/client.ts';

/** Skips submissions that are only paged through. */
const passingMs = 400;
const askMs = 5_000;
/** Says again that it is open. */
const repeatMs = 30_000;
/** As long as the server keeps an idle entry. */
const idleMs = 10 * minuteMs;
const activity = ['keydown', 'pointerdown', 'input', 'scroll'] as const;

const nobody: Openers = { others: [] };

/**
 * While the user is active: says that a submission is open, and asks what colleagues have open.
 * @param isSeen false for one that is behind a phone's list: it is not open
 */
export function usePresence(number: string | null, isSeen: () => boolean): Openers {
  const [{ of, answer }, setAnswer] = useState({ of: number, answer: nobody });
  const isOnScreen = useEffectEvent(isSeen);
  useEffect(() => {
    if (number === null) return undefined;
    let isOpen = false;
    let isLeft = false;
    let activeAt = Date.now();
    let reportedAt = activeAt - repeatMs - 1;
    const params = { id: number };
    const ask = async () => {
      if (document.visibilityState === 'hidden' || Date.now() - activeAt > idleMs) return;
      const isDue = activeAt > reportedAt && Date.now() - reportedAt >= repeatMs && isOnScreen();
      if (isDue) [reportedAt, isOpen] = [Date.now(), true];
      const options = { params, isBackground: true };
      const answering = isDue ? call('openSubmission', options) : call('listOpeners', options);
      // The next one retries.
      const now = await answering.catch(() => null);
      if (!isLeft && now !== null) setAnswer({ of: number, answer: now });
    };
    const onActivity = () => {
      const wasIdle = Date.now() - activeAt > idleMs;
      activeAt = Date.now();
      if (wasIdle) void ask();
    };
    const onVisible = () => void ask();
    const first = setTimeout(() => void ask(), passingMs);
    const timer = setInterval(() => void ask(), askMs);
    for (const event of activity)
      document.addEventListener(event, onActivity, { capture: true, passive: true });
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      isLeft = true;
      clearTimeout(first);
      clearInterval(timer);
      for (const event of activity) document.removeEventListener(event, onActivity, { capture: true });
      document.removeEventListener('visibilitychange', onVisible);
      if (isOpen) call('closeSubmission', { params, isBackground: true }).catch(() => undefined);
    };
  }, [number]);
  // The list keeps what it shows until the next answer.
  return of === number ? answer : { ...answer, others: [] };
}
