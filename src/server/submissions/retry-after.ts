/** So many finished hand-ins tell the pace. */
const finishedKept = 100;
/** The slowest pace that is reckoned with, in hand-ins a second: a quiet hour says nothing about a rush. */
const slowest = 20;
const [soonest, latest] = [3, 30];

/** Tells those who are refused when to come back, so that they do not all come back at once. */
export type RetryAfterEstimator = {
  finished(): void;
  /** Seconds: the next one who asks is told a later time, by as much as a hand-in takes at the present pace. */
  seconds(): number;
};

/** @param now milliseconds of a clock that never goes back */
export function makeRetryAfterEstimator(now: () => number): RetryAfterEstimator {
  const finished: number[] = [];
  let taken = 0;
  return {
    finished() {
      finished.push(now());
      if (finished.length > finishedKept) finished.shift();
    },
    seconds() {
      const since = now() - (finished[0] ?? 0);
      const pace = Math.max(slowest, (finished.length * 1_000) / Math.max(since, 1));
      taken = Math.max(taken, now()) + 1_000 / pace;
      return Math.min(latest, Math.max(soonest, Math.ceil((taken - now()) / 1_000)));
    },
  };
}
