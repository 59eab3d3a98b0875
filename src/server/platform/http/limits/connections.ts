import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { readFile } from 'node:fs/promises';
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

/** The answer that a connection waits for; a property of the socket, because a Map of sockets costs a request 1 µs. */
const answering = Symbol('answering');
type Connection = Socket & { [answering]?: ServerResponse | undefined };

/** How often connections are looked at; what was just accepted has at least so long to say something. */
const sweepMs = 50;

/** The connections of a server, for its end. */
export type Connections = {
  /** A request has arrived on a connection; this is going to be its answer … */
  begin(socket: Socket, response: ServerResponse): void;
  /** … and has gone out. */
  end(socket: Socket): void;
  /** From now on each answer ends its connection: of what is in flight, as far as it has not begun, and of what arrives. */
  announceClose(): void;
  /**
   * Once the port is closed: closes what is at rest, or comes to rest, which is kept-alive connections, those that never
   * sent a byte, and after `arrivalMs` those whose request has begun to arrive, and has not.
   * @returns ends it
   */
  closeAtRest(arrivalMs: number): () => void;
  /** Closes the others too. @returns how many requests were not answered */
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
        // Node counts a connection that waits for the headers of a request, even for their first byte, among the busy ones.
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
