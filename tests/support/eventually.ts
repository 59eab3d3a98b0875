import { vi } from 'vitest';

/**
 * Tries a check again until it holds. It waits for as long as a busy machine may need, where Vitest's own bound of one
 * second is less than one query can take there; a `timeout` (milliseconds) is for what must not take longer.
 */
export function eventually<T>(
  check: () => T | Promise<T>,
  { timeout = 15_000 }: { timeout?: number } = {},
): Promise<T> {
  return vi.waitFor(check, { timeout });
}
