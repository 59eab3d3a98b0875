import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { dayMs } from '#contract/durations';
import { loadPart } from '../../../lib/calls/load-part.ts';
import type { VivaTime } from '#contract/progress/viva-time-calls';

/** Around a viva its student's page looks for a delay. */
export function useDelays(time: VivaTime | null): void {
  const { revalidate } = useRevalidator();
  const start = time === null ? Number.NaN : Date.parse(time.starts_at);
  useEffect(() => {
    if (!(Math.abs(start - Date.now()) < dayMs)) return;
    const leaving = new AbortController();
    void loadPart(() => import('./follow-times.ts'))
      .then(({ followTimes }) =>
        followTimes(() => void revalidate(), { from: start, to: start, signal: leaving.signal }),
      )
      // The page stays as it was loaded.
      .catch(() => undefined);
    return () => leaving.abort();
  }, [revalidate, start]);
}
