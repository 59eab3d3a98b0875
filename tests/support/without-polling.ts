import { vi } from 'vitest';

/** Timers from four seconds on, such as regular looks for work, never fire in the running test: what happens follows an event. */
export function withoutPolling(): void {
  const { setTimeout: real } = globalThis;
  const late = ((run: () => void, ms = 0, ...args: []) =>
    real(run, ms < 4_000 ? ms : 2 ** 31 - 1, ...args)) as typeof setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(late);
}
