import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Lifecycle } from '../readiness.ts';
import type { AppContext } from '../context.ts';

type StopTimes = {
  /** Milliseconds of serving after readiness fails. */
  delayMs: number;
  /** Milliseconds for requests in flight. */
  timeoutMs: number;
  /** Milliseconds for partial headers after the port closed. */
  arrivalMs?: number;
};

/**
 * Readiness fails, the port closes, requests finish, `onClose` hooks run; each answer closes its connection.
 * @returns requests cut off after `timeoutMs`
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

/** Ctrl+C arrives from the terminal and from npm. */
const sameSignalMs = 1_000;
const closingMs = 5_000;

/** Exits with 0, or 1 when requests were cut off; a second signal exits at once. */
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
    server.log.info('stopped');
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
  // The start script may have ended.
  if (process.send !== undefined && !process.connected) stop('disconnect');
  process.once('disconnect', () => stop('disconnect'));
  process.channel?.unref();
}
