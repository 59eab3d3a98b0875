/** How many finished requests the pace is measured over. */
const sampleSize = 100;
/** The slowest pace that is assumed, in requests a second: a quiet hour says nothing about a rush. */
const slowestPace = 20;
const [minSeconds, maxSeconds] = [3, 30];

/** Estimates Retry-After for refused requests and spreads them, so that they do not all try again at once. */
type RetryAfterEstimator = {
  /** Counts a finished request. */
  finished(): void;
  /** Seconds: each call gives a later time than the one before, by as much as a request takes at the present pace. */
  seconds(): number;
};

/** @param now milliseconds of a clock that never goes back */
export function createRetryAfterEstimator(now: () => number): RetryAfterEstimator {
  const finished: number[] = [];
  let lastGiven = 0;
  return {
    finished() {
      finished.push(now());
      if (finished.length > sampleSize) finished.shift();
    },
    seconds() {
      const since = now() - (finished[0] ?? 0);
      const pace = Math.max(slowestPace, (finished.length * 1_000) / Math.max(since, 1));
      lastGiven = Math.max(lastGiven, now()) + 1_000 / pace;
      return Math.min(maxSeconds, Math.max(minSeconds, Math.ceil((lastGiven - now()) / 1_000)));
    },
  };
}
