import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Lifecycle } from '../lifecycle.ts';

export type StopTimes = {
  /** How long everything is still served while the portal says that it stops, in milliseconds. */
  delayMs: number;
  /** How long requests in flight may then take, in milliseconds. */
  timeoutMs: number;
  /** How long the headers of a request may take that had begun to arrive when the port was closed, in milliseconds. */
  arrivalMs?: number;
};

/**
 * Stops a server so that nobody behind a load balancer notices: readiness falls while everything is still served, then the
 * port closes, then what is in flight is finished, then the `onClose` hooks run. Every answer from the beginning on ends its
 * connection.
 * @returns how many requests were cut off because they took longer than `timeoutMs`
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
