import type { AppContext } from './context.ts';

/** How long a step of the start may take before it is logged, in milliseconds. */
const quietMs = 5_000;

/** Runs a step of the start; logs repeatedly while it takes long. */
export async function announceSlow<T>(
  what: string,
  log: Pick<AppContext['log'], 'warn'>,
  run: () => Promise<T>,
): Promise<T> {
  const timer = setInterval(() => log.warn(`The start is still waiting for ${what}.`), quietMs);
  try {
    return await run();
  } finally {
    clearInterval(timer);
  }
}
