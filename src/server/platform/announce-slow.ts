import type { AppContext } from './context.ts';

/** In milliseconds. */
const quietMs = 5_000;

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
