export type Probed<T> = { value: T } | { error: unknown };

export class ProbeTimedOut extends Error {}

type Bounds = {
  /** Of a caller, in milliseconds. */
  timeoutMs: number;
  /** Of a result, in milliseconds. */
  keptMs: number;
};

/** Callers of a probe that may hang get an answer in time and share it; it is not repeated before it ends. */
export function makeBoundedProbe<T>(
  probe: () => T | Promise<T>,
  { timeoutMs, keptMs }: Bounds,
): () => Promise<Probed<T>> {
  let running: { result: Promise<Probed<T>>; givenUpAt: number } | null = null;
  let kept: { result: Probed<T>; until: number } | null = null;

  async function run(): Promise<Probed<T>> {
    const result = await Promise.resolve()
      .then(probe)
      .then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      );
    running = null;
    kept = { result, until: performance.now() + keptMs };
    return result;
  }

  function wait(result: Promise<Probed<T>>, ms: number): Promise<Probed<T>> {
    const timedOut = () => ({ error: new ProbeTimedOut(`No answer within ${timeoutMs} ms`) });
    if (ms <= 0) return Promise.resolve(timedOut());
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(timedOut()), ms);
      void result.finally(() => clearTimeout(timer)).then(resolve);
    });
  }

  return async () => {
    if (kept !== null && kept.until > performance.now()) return kept.result;
    running ??= { result: run(), givenUpAt: performance.now() + timeoutMs };
    return wait(running.result, running.givenUpAt - performance.now());
  };
}
