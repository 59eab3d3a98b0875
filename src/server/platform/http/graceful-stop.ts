import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Lifecycle } from '../lifecycle.ts';

export type StopTimes = {
  /** How long everything is still served after readiness fails, in milliseconds. */
  delayMs: number;
  /** How long requests in flight may then take, in milliseconds. */
  timeoutMs: number;
  /** How long partly received request headers may take after the port closed, in milliseconds. */
  arrivalMs?: number;
};

/**
 * Stops without a load balancer's clients noticing: readiness fails, the port closes, requests in flight
 * finish, the `onClose` hooks run. Every answer meanwhile closes its connection.
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
