import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../platform/clock.ts';

export type PageHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** How long a form that succeeded answers an equal one with what it answered itself, in milliseconds. */
const keptMs = 60_000;

function keyOf({ url, body }: FastifyRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([url, body]))
    .digest('base64');
}

/**
 * A form of which a second press is no second act: an equal one gets the first one's redirect, also while that is under way.
 * Else whoever pressed twice, and sees the second answer only, would read that the address is taken or the link used
 * already. It is known to this process; at another one the second press is refused.
 */
export function answerOnce(handle: PageHandler, clock: Clock): PageHandler {
  const kept = new Map<string, { at: number; location: Promise<string | null> }>();
  return async (request, reply) => {
    const now = clock.now();
    for (const [key, { at }] of kept) if (now - at > keptMs) kept.delete(key);
    const key = keyOf(request);
    const first = await kept.get(key)?.location;
    if (first) return reply.redirect(first, 303);
    const { promise, resolve } = Promise.withResolvers<string | null>();
    kept.set(key, { at: now, location: promise });
    try {
      return await handle(request, reply);
    } finally {
      const location = reply.statusCode === 303 ? String(reply.getHeader('location')) : null;
      // What was refused may do better the next time.
      if (location === null) kept.delete(key);
      resolve(location);
    }
  };
}
