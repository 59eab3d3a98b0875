import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Lifecycle } from '../lifecycle.ts';
import type { AppContext } from '../context.ts';

type StopTimes = {
  /** Serving on after readiness fails, in milliseconds. */
  delayMs: number;
  /** For requests in flight, in milliseconds. */
  timeoutMs: number;
  /** For partly received request headers after the port closed, in milliseconds. */
  arrivalMs?: number;
};

/**
 * Readiness fails, the port closes, requests in flight finish, the `onClose` hooks run. Every answer
 * meanwhile closes its connection.
 * @returns how many requests were cut off after `timeoutMs`
 */
export async function stopGracefully(
  server: FastifyInstance,
  lifecycle: Lifecycle,
  { delayMs, timeoutMs, arrivalMs = 5_000 }: StopTimes,
): Promise<number> {
  lifecycle.markStopping();
  if (delayMs > 0) await sleep(delayMs);
  let unanswered = 0;
  const timer = setTimeout(() => (unanswered = server.connections.cut()), timeoutMs);
  const endSweep = server.connections.closeAtRest(arrivalMs);
  try {
    await server.close();
  } finally {
    clearTimeout(timer);
    endSweep();
  }
  return unanswered;
}

/** One Ctrl+C arrives several times, from the terminal and from npm. */
const sameSignalMs = 1_000;
const closingMs = 5_000;

/**
 * Exits with 0 once all requests are answered, with 1 when some were cut off. A second signal ends it at
 * once.
 * @param closeRest closes what requests need
 */
export function endOnSignals(
  server: FastifyInstance,
  { lifecycle, settings }: Pick<AppContext, 'lifecycle' | 'settings'>,
  closeRest: () => Promise<void>,
): void {
  async function end(): Promise<never> {
    const { stopDelayMs: delayMs, stopTimeoutMs: timeoutMs } = settings;
    setTimeout(() => process.exit(1), delayMs + timeoutMs + closingMs).unref();
    const unanswered = await stopGracefully(server, lifecycle, { delayMs, timeoutMs });
    if (unanswered > 0) server.log.warn({ unanswered }, 'requests that took too long were cut off');
    await closeRest();
    process.exit(unanswered > 0 ? 1 : 0);
  }

  let stoppingSince: number | null = null;
  function stop(signal: string): void {
    if (stoppingSince === null) {
      stoppingSince = performance.now();
      server.log.info({ signal }, 'stopping: finishing requests in flight');
      end().catch((error: unknown) => {
        server.log.error({ err: error }, 'the portal did not stop cleanly');
        process.exit(1);
      });
    } else if (signal !== 'disconnect' && performance.now() - stoppingSince > sameSignalMs) process.exit(1);
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));
  // The channel to the start script, which may be gone already.
  if (process.send !== undefined && !process.connected) stop('disconnect');
  process.once('disconnect', () => stop('disconnect'));
  process.channel?.unref();
}
