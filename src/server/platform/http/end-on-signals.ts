import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { stopGracefully } from './graceful-stop.ts';

/** One Ctrl+C arrives several times: from the terminal, from npm and from npm's script. What comes later is another. */
const sameSignalMs = 1_000;
/** How long batch writers, mail and the database may take once the last request has ended, in milliseconds. */
const closingMs = 5_000;

/**
 * Ends the process on SIGTERM, SIGINT, or when the script that started it is gone: with 0 once everything in flight is
 * finished, with 1 when something had to be cut off. A second signal ends it at once.
 * @param closeRest closes what is needed until no request is left
 */
export function endOnSignals(
  server: FastifyInstance,
  { lifecycle, settings }: Pick<AppContext, 'lifecycle' | 'settings'>,
  closeRest: () => Promise<void>,
): void {
  async function end(): Promise<never> {
    const { stopDelayMs: delayMs, stopTimeoutMs: timeoutMs } = settings;
    // What hangs beyond its time is left behind.
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
  // The script that started the portal, over a channel: it may have gone already.
  if (process.send !== undefined && !process.connected) stop('disconnect');
  process.once('disconnect', () => stop('disconnect'));
  process.channel?.unref();
}
