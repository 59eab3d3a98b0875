import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { readFile } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';
import { minuteMs } from '#contract/durations';

/** A class's needs at once, with room. */
const enough = 4_096;
/** For files, database and mail. */
const reserved = 200;

/** Files and connections of this process; null if unknown. */
export async function readMaxDescriptors(): Promise<number | null> {
  const text = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const found = /^Max open files +(\d+)/m.exec(text)?.[1];
  return found === undefined ? null : Number(found);
}

/**
 * Leaves descriptors for files of running requests; unbounded, the system resets connections silently.
 * @param max descriptors of the process
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

/** On the socket: a Map of sockets costs a request 1 µs. */
const answering = Symbol('answering');
type Connection = Socket & { [answering]?: ServerResponse | undefined };

/** Milliseconds; also the least time for a first byte. */
const sweepMs = 50;

export type Connections = {
  /** Pairs a connection with its coming answer. */
  begin(socket: Socket, response: ServerResponse): void;
  end(socket: Socket): void;
  /** Answers not yet begun end their connection. */
  announceClose(): void;
  /**
   * After the port closed: closes idle or silent connections, and after `arrivalMs` those with partial
   * headers.
   * @returns ends it
   */
  closeAtRest(arrivalMs: number): () => void;
  /** @returns unanswered requests */
  cut(): number;
};

export function trackConnections(server: Server): Connections {
  const open = new Set<Connection>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });

  return {
    begin(socket: Connection, response) {
      socket[answering] = response;
    },
    end(socket: Connection) {
      socket[answering] = undefined;
    },
    announceClose() {
      const close = (response: ServerResponse) => response.setHeader('Connection', 'close');
      for (const { [answering]: response } of open) if (response?.headersSent === false) close(response);
      server.prependListener('request', (_request, response) => void close(response));
    },
    closeAtRest(arrivalMs) {
      let closedAt: number | null = null;
      const timer = setInterval(() => {
        if (server.listening) return;
        closedAt ??= performance.now();
        server.closeIdleConnections();
        // To Node a connection without complete headers is busy.
        const isLate = performance.now() - closedAt > arrivalMs;
        for (const socket of open) {
          if (socket[answering] === undefined && (socket.bytesRead === 0 || isLate)) socket.destroy();
        }
      }, sweepMs);
      return () => clearInterval(timer);
    },
    cut() {
      const unanswered = [...open].filter((socket) => socket[answering] !== undefined).length;
      for (const socket of open) socket.destroy();
      return unanswered;
    },
  };
}
