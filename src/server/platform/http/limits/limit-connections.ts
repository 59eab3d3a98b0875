import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { minuteMs } from '#contract/durations';

/** What a class needs at once, with room: connections, files, the database. */
const enough = 4_096;
/** What stays for files, the database and the mail server. */
const reserved = 200;

/** How many files and connections this process may have open; null where the system does not say. */
export async function readMaxDescriptors(): Promise<number | null> {
  const text = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const found = /^Max open files +(\d+)/m.exec(text)?.[1];
  return found === undefined ? null : Number(found);
}

/**
 * Bounds the connections of a server, so that requests which are served can still open files; without a bound the system resets
 * connections and nothing says so.
 * @param max how many files and connections the process may have open
 */
export function limitConnections(
  server: Server,
  max: number | null,
  log: Pick<FastifyBaseLogger, 'warn'>,
): void {
  if (max === null) return;
  if (max < enough)
    log.warn(
      { max },
      `only ${max} files and connections may be open at once: raise LimitNOFILE, or ulimit -n`,
    );
  server.maxConnections = max - Math.min(reserved, Math.ceil(max / 5));
  let refused = 0;
  let toldAt = -Infinity;
  server.on('drop', () => {
    refused += 1;
    if (performance.now() - toldAt < minuteMs) return;
    log.warn({ refused, open: server.maxConnections }, 'connections are refused: too many are open');
    toldAt = performance.now();
    refused = 0;
  });
}
