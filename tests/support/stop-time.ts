import { onTestFinished, vi } from 'vitest';

/**
 * Lets no time pass by `performance.now()` until the running test ends.
 * @returns lets some pass after all
 */
export function stopTime(): (ms: number) => void {
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  onTestFinished(() => now.mockRestore());
  return (ms) => now.mockReturnValue(performance.now() + ms);
}
