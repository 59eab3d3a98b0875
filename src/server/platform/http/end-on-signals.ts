import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { stopGracefully } from './graceful-stop.ts';

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

  let toldAt: number | null = null;
  function stop(signal: string): void {
    if (toldAt === null) {
      toldAt = performance.now();
      server.log.info({ signal }, 'stopping: finishing what is in flight');
      end().catch((error: unknown) => {
        server.log.error({ err: error }, 'the portal could not stop in order');
        process.exit(1);
      });
    } else if (signal !== 'disconnect' && performance.now() - toldAt > sameSignalMs) process.exit(1);
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));
  // The channel to the start script, which may be gone already.
  if (process.send !== undefined && !process.connected) stop('disconnect');
  process.once('disconnect', () => stop('disconnect'));
  process.channel?.unref();
}
