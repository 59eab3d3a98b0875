import { expect, it, vi } from 'vitest';
import { advanceClock, freezeClock } from '#support/fake-clock';
import { press } from '#support/form-steps';
import { renderWithRouter } from '#support/render-screen';
import { useState } from 'react';
import { minuteMs } from '#contract/durations';
import { offlineError } from './call-error.ts';
import { useAutomaticRetry } from './use-automatic-retry.ts';

it('tries anew and soon at each outage, however long the last one was', async () => {
  freezeClock('2026-11-18T09:00:00.000Z');
  const onRetry = vi.fn<() => void>();
  function Screen() {
    const [error, setError] = useState<Error | null>(null);
    useAutomaticRetry(error, onRetry);
    return (
      <>
        <button onClick={() => setError(offlineError())}>Fail</button>
        <button onClick={() => setError(null)}>Load</button>
      </>
    );
  }
  await renderWithRouter(<Screen />);
  for (let load = 0; load < 30; load++) {
    press('Fail');
    await advanceClock(60_000);
  }
  expect(onRetry.mock.calls.length).toBeLessThan(30);
  onRetry.mockClear();
  press('Load');
  await advanceClock(minuteMs);
  press('Fail');
  await advanceClock(5_000);
  expect(onRetry, 'still the same outage: only a part came').not.toHaveBeenCalled();
  press('Load');
  await advanceClock(5 * minuteMs);
  press('Fail');
  await advanceClock(5_000);
  expect(onRetry).toHaveBeenCalledTimes(1);
});
