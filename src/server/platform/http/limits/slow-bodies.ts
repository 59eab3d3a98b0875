import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { HttpError } from '../http-errors.ts';
import { networkOf } from './network-of.ts';

export type PaceMeter = {
  /** By `performance.now()`. */
  beganAt: number;
  measure(now: number): void;
  /** Bytes a second over the period; Infinity before it has passed, or where bytes waited for the portal. */
  rateOver(milliseconds: number, now: number): number;
  /** Whether no more bytes will come. */
  isOver(): boolean;
};

/** Longer than any measured period. */
const keptMs = 120_000;

/** Reads the connection's count, which costs chunks nothing. Infinity without a connection. */
export function makePaceMeter(request: Readable, beganAt: number): PaceMeter {
  const { socket, complete } = request as Partial<IncomingMessage>;
  const bytesRead = (): number | undefined => socket?.bytesRead;
  const isMeasured = bytesRead() !== undefined && complete !== undefined;
  let points = [{ at: beganAt, bytes: bytesRead() ?? 0 }];
  return {
    beganAt,
    measure(now) {
      // Unread bytes wait for our disk, bucket or database.
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

/** Of bodies read whole: logins, questions, forms without a file. */
export type BodyLimits = {
  /** In milliseconds. */
  longestMs: number;
  /** Still arriving after a second, of one network and in all. */
  maxOfNetwork: number;
  maxInAll: number;
  /** Bytes a second, and milliseconds, for the rest after an early answer. */
  restRate: number;
  restLongestMs: number;
  /** In milliseconds. */
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

/** Milliseconds below `restRate` before its connection closes. */
const restPatienceMs = 5_000;
/** Milliseconds to read an early answer, before its connection closes. */
const graceMs = 1_000;

/** Small bodies; uploads are with `ConcurrencyLimiter`. */
export type ArrivingBodies = {
  add(request: FastifyRequest, reply: FastifyReply): void;
  /** It was answered, is complete, or is watched elsewhere. */
  leave(raw: IncomingMessage): void;
  /** It was answered; the rest is dropped. */
  addRest(raw: IncomingMessage): void;
};

type Body = { raw: IncomingMessage; meter: PaceMeter };
type Arriving = Body & { request: FastifyRequest; reply: FastifyReply };

const tooSlow = () =>
  new HttpError(408, 'too_slow', 'The request took too long to arrive. Please try again.');

/** Ends requests that only hold a connection. */
export function watchBodies(server: FastifyInstance, limits: BodyLimits): ArrivingBodies {
  const arriving = new Map<IncomingMessage, Arriving>();
  const rests = new Map<IncomingMessage, Body>();
  let timer: NodeJS.Timeout | undefined;

  function end({ raw, reply }: Arriving): void {
    arriving.delete(raw);
    if (reply.sent) return;
    // The cut body is no failure of ours.
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

  /** @param bodies fastest first */
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

/** For form fields and multipart overhead. */
const overheadBytes = 8 * 1024 * 1024;

/**
 * Browsers read an early answer only when all is sent. Beyond the largest valid request the connection
 * closes; `watchBodies` ends slow clients.
 */
export function drainRequestBodies(server: FastifyInstance, maxUploadBytes: number): void {
  const maxBytes = maxUploadBytes + overheadBytes;

  function drain({ raw }: FastifyRequest): void {
    let remaining = maxBytes;
    const end = (): void => {
      raw.off('data', count);
      raw.pause();
      setTimeout(() => raw.destroy(), graceMs).unref();
    };
    const count = (chunk: Buffer): void => {
      remaining -= chunk.length;
      if (remaining < 0) end();
    };
    raw.unpipe();
    // A stopped reader, such as a web stream, would pause the connection's later requests.
    raw.removeAllListeners('data');
    raw.on('data', count);
    raw.resume();
    server.arrivingBodies.addRest(raw);
  }

  server.addHook('onSend', (request, _reply, _payload, done) => {
    const { headers, complete } = request.raw;
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    if (hasBody && !complete) drain(request);
    done();
  });
}
