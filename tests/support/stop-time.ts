import { onTestFinished, vi } from 'vitest';

/** Lets no time pass by `performance.now()` until the running test ends. */
export function stopTime(): void {
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  onTestFinished(() => now.mockRestore());
}
