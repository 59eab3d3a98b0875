import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { HttpError } from '../http-errors.ts';
import { networkOf } from './network-of.ts';

/** Measures how fast a request's bytes come, looked at now and then. */
export type PaceMeter = {
  /** By `performance.now()`. */
  beganAt: number;
  /** Takes the state of this moment down. */
  measure(now: number): void;
  /**
   * Bytes a second within the last so many milliseconds; Infinity before that time has passed, and where the bytes waited for
   * the portal itself.
   */
  rateOver(milliseconds: number, now: number): number;
  /** Whether every byte has come, or none will. */
  isOver(): boolean;
};

/** Points in time that are kept; the oldest one is further back than any rate is measured over. */
const keptMs = 120_000;

/**
 * The connection counts its bytes anyway, so that nothing is added to each chunk. A request that did not come over a
 * connection has no pace.
 */
export function makePaceMeter(request: Readable, beganAt: number): PaceMeter {
  const { socket, complete } = request as Partial<IncomingMessage>;
  const bytesRead = (): number | undefined => socket?.bytesRead;
  const isMeasured = bytesRead() !== undefined && complete !== undefined;
  let points = [{ at: beganAt, bytes: bytesRead() ?? 0 }];
  return {
    beganAt,
    measure(now) {
      // What waits in here waits for the disk, the bucket or the database.
      if (request.readableLength > 0) points = [];
      points.push({ at: now, bytes: bytesRead() ?? 0 });
      const first = points[0];
      if (first !== undefined && now - first.at > keptMs) points.shift();
    },
    rateOver(milliseconds, now) {
      const from = points.findLast(({ at }) => now - at >= milliseconds);
      const last = points.at(-1);
      if (from === undefined || last === undefined || last.at <= from.at) return Infinity;
      return ((last.bytes - from.bytes) * 1_000) / (last.at - from.at);
    },
    isOver: () => !isMeasured || request.destroyed || (request as IncomingMessage).complete,
  };
}

/** How bodies may come that are small, and read as a whole: logins, questions, forms without a file. */
export type BodyLimits = {
  /** How long one may take, in milliseconds. */
  longestMs: number;
  /** How many may still be coming, a second after their headers, from one network and in all. */
  maxOfNetwork: number;
  maxInAll: number;
  /** After an answer that did not wait for the body: the rest is read as long as it comes at so many bytes a second. */
  restRate: number;
  restLongestMs: number;
  /** How often all this is looked at, in milliseconds. */
  sweepMs: number;
};

export const bodyLimits: BodyLimits = {
  longestMs: 30_000,
  maxOfNetwork: 64,
  maxInAll: 256,
  restRate: 16_384,
  restLongestMs: 120_000,
  sweepMs: 1_000,
};

/** For how long a rest may come more slowly before its connection is closed, in milliseconds. */
const restPatienceMs = 5_000;
/** How long a client that was answered before its time has to read that, in milliseconds. */
const graceMs = 1_000;

/** The bodies that are arriving, but those that have a slot: `ConcurrencyLimiter` looks after these. */
export type ArrivingBodies = {
  /** A request with a body has arrived. */
  add(request: FastifyRequest, reply: FastifyReply): void;
  /** It has been answered, has arrived whole, or somebody else looks after it. */
  leave(raw: IncomingMessage): void;
  /** It has been answered, and the rest of its body is read and dropped. */
  addRest(raw: IncomingMessage): void;
};

type Body = { raw: IncomingMessage; meter: PaceMeter };
type Arriving = Body & { request: FastifyRequest; reply: FastifyReply };

const tooSlow = () =>
  new HttpError(408, 'too_slow', 'The request took too long to arrive. Please try again.');

/** Ends requests whose bodies come so slowly that they are only there to be there. */
export function watchBodies(server: FastifyInstance, limits: BodyLimits): ArrivingBodies {
  const arriving = new Map<IncomingMessage, Arriving>();
  const rests = new Map<IncomingMessage, Body>();
  let timer: NodeJS.Timeout | undefined;

  function end({ raw, reply }: Arriving): void {
    arriving.delete(raw);
    if (reply.sent) return;
    // Nobody waits any more for the body's end, which is no failure of the portal's.
    raw
      .removeAllListeners('end')
      .removeAllListeners('error')
      .on('error', () => {});
    reply.header('Connection', 'close').send(tooSlow());
    setTimeout(() => raw.destroy(), graceMs).unref();
  }

  function sweep(): void {
    const now = performance.now();
    const slow: (Arriving & { rate: number })[] = [];
    for (const body of arriving.values()) {
      const { raw, meter } = body;
      meter.measure(now);
      const age = now - meter.beganAt;
      if (meter.isOver()) arriving.delete(raw);
      else if (age > limits.longestMs) end(body);
      else if (age >= limits.sweepMs) slow.push({ ...body, rate: meter.rateOver(age, now) });
    }
    endBeyond(slow.sort((a, b) => b.rate - a.rate));
    for (const { raw, meter } of rests.values()) {
      meter.measure(now);
      const isOver = meter.isOver();
      const isTooSlow =
        now - meter.beganAt > limits.restLongestMs || meter.rateOver(restPatienceMs, now) < limits.restRate;
      if (isOver || isTooSlow) rests.delete(raw);
      if (!isOver && isTooSlow) raw.destroy();
    }
    if (arriving.size + rests.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  /** @param bodies the fastest first */
  function endBeyond(bodies: readonly Arriving[]): void {
    const counts = new Map<string, number>();
    for (const [index, body] of bodies.entries()) {
      const network = networkOf(body.request.ip);
      const count = (counts.get(network) ?? 0) + 1;
      counts.set(network, count);
      if (index >= limits.maxInAll || count > limits.maxOfNetwork) end(body);
    }
  }

  const meterOf = (raw: IncomingMessage): PaceMeter => {
    timer ??= setInterval(sweep, limits.sweepMs).unref();
    return makePaceMeter(raw, performance.now());
  };
  server.addHook('onClose', async () => clearInterval(timer));
  return {
    add: (request, reply) =>
      void arriving.set(request.raw, { raw: request.raw, request, reply, meter: meterOf(request.raw) }),
    leave: (raw) => void arriving.delete(raw),
    addRest(raw) {
      arriving.delete(raw);
      rests.set(raw, { raw, meter: meterOf(raw) });
    },
  };
}
