import { hourMs, minuteMs } from '#contract/durations';

/** Milliseconds between two looks. */
const everyMs = 2 * minuteMs;

/**
 * Looks again while the page is seen and vivas are near, and whenever its reader returns to it.
 * @param of the first and the last start, in milliseconds since 1970 UTC; NaN for none
 */
export function followTimes(
  look: () => void,
  { from, to, signal }: { from: number; to: number; signal: AbortSignal },
): void {
  const isNear = () => {
    const now = Date.now();
    return now >= from - hourMs && now <= to + 2 * hourMs;
  };
  const lookIfSeen = () => {
    if (!document.hidden && isNear()) look();
  };
  if (signal.aborted) return;
  const timer = setInterval(lookIfSeen, everyMs);
  document.addEventListener('visibilitychange', lookIfSeen, { signal });
  signal.addEventListener('abort', () => clearInterval(timer));
}
