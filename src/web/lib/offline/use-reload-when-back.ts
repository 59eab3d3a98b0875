import { useEffect } from 'react';
import { failureOf, isPassing } from '../calls/call-error.ts';
import { backoffMs, sleep } from '../calls/retry-delay.ts';

/** Page bugs would return after a reload. */
function isOfLine(error: unknown): boolean {
  const failure = failureOf(error);
  return failure !== null && failure.status !== 500 && isPassing(failure);
}

async function isBack(signal: AbortSignal): Promise<boolean> {
  try {
    const { status } = await fetch(location.href, { method: 'HEAD', cache: 'no-store', signal });
    return status < 500;
  } catch {
    return false;
  }
}

export function useReloadWhenBack(error: unknown): void {
  useEffect(() => {
    if (!isOfLine(error)) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const watch = async () => {
      for (let tries = 0; !signal.aborted; tries++) {
        await sleep(backoffMs({ retryAfter: null }, tries), signal);
        if (document.hidden) continue;
        if (await isBack(signal)) return location.reload();
      }
    };
    void watch();
    return () => leaving.abort();
  }, [error]);
}
