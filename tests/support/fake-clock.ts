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

/** `waitFor` on a frozen clock: retries an assertion while promises settle, without any time passing. */
export async function settle(assertion: () => unknown): Promise<void> {
  for (let turn = 0; turn < 150; turn++) {
    try {
      return void assertion();
    } catch {
      await act(async () => new Promise<void>((resolve) => void setImmediate(resolve)));
    }
  }
  assertion();
}
