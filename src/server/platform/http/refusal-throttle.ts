import type { Asker } from './request-turns.ts';

/** How many refusals of one who asks are answered at once, … */
const burst = 16;
/** … and how many a second after that. */
const perSecond = 16;
/** How long one waits at most, in milliseconds. */
const longestMs = 3_000;
const pauseMs = 1_000 / perSecond;

/** How long the next refusal of one who asks is to wait, in milliseconds. */
export type RefusalThrottle = (asker: Asker) => number;

/**
 * Whoever asks again as soon as they are refused, over a hundred connections, would be a load by their refusals alone, and fill
 * the log with them. A person who is refused a few times is told so at once.
 */
export function makeRefusalThrottle(): RefusalThrottle {
  /** When the newest refusal of each was due, by `performance.now()`. */
  const newest = new Map<Asker, number>();
  let sweptAt = 0;

  function forgetOld(now: number): void {
    sweptAt = now;
    for (const [asker, at] of newest) if (at <= now - burst * pauseMs) newest.delete(asker);
  }

  return (asker) => {
    const now = performance.now();
    if (now - sweptAt > 1_000) forgetOld(now);
    const free = now - burst * pauseMs;
    const due = Math.min(Math.max(newest.get(asker) ?? free, free) + pauseMs, now + longestMs);
    newest.set(asker, due);
    return Math.max(0, due - now);
  };
}
