import { monitorEventLoopDelay } from 'node:perf_hooks';

const resolutionMs = 20;

export type LoopDelay = {
  /** Mean of the last full second. */
  ms(): number;
  stop(): void;
};

/** How long the event loop's turns take; a new connection waits for one. */
export function watchLoopDelay(): LoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  let meanMs = 0;
  const timer = setInterval(() => {
    meanMs = histogram.count === 0 ? 0 : Math.max(0, histogram.mean / 1e6 - resolutionMs);
    histogram.reset();
  }, 1_000);
  timer.unref();
  return {
    ms: () => meanMs,
    stop() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
