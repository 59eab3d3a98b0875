import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Freezes the clock and its timers; promises, and thereby mocked calls, go on. */
export function freezeClock(now: string): void {
  const toFake = ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;
  vi.useFakeTimers({ now: Date.parse(now), toFake: [...toFake] });
}

/** Lets the frozen clock run. */
export async function advanceClock(ms: number): Promise<void> {
  await act(async () => vi.advanceTimersByTimeAsync(ms));
}

/** Kept from before the clock is frozen. */
const realTimeout = globalThis.setTimeout;
const patienceMs = 15_000;

/**
 * `waitFor` on a frozen clock: retries an assertion while promises settle and modules load, without any time passing for
 * the page.
 */
export async function settle(assertion: () => unknown): Promise<void> {
  const end = performance.now() + patienceMs;
  for (let turn = 0; performance.now() < end; turn++) {
    try {
      return void assertion();
    } catch {
      const wait = (done: () => void) => void (turn < 20 ? setImmediate(done) : realTimeout(done, 10));
      await act(async () => new Promise<void>(wait));
    }
  }
  assertion();
}
