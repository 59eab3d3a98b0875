import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';

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
