import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Lifecycle } from '../lifecycle.ts';

export type StopTimes = {
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
