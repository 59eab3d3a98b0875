import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Lighthouse's slow 4G: a round trip in milliseconds, and bytes a second towards the browser, for all connections together. */
const roundTripMs = 150;
const bytesPerSecond = (1.6 * 1024 * 1024) / 8;

export type SlowLine = {
  url: string;
  /** Closes every connection: the next request begins with a new one. */
  reset(): void;
  stop(): Promise<void>;
};

/**
 * Stands between a browser and a server on loopback. Throttling by the browser's own tools would let the service worker
 * go past it, which is a target of its own.
 */
export async function startSlowLine(serverUrl: string): Promise<SlowLine> {
  const { hostname, port } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  /** When the line towards the browser is free again. */
  let freeAt = 0;

  /** Hands each piece on when it would have come; pieces keep their order. */
  function pass(from: Socket, to: Socket, arrivesAt: (bytes: number) => number): void {
    const waiting: { piece: Buffer; at: number }[] = [];
    let isPassing = false;
    const work = async () => {
      if (isPassing) return;
      isPassing = true;
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        await delay(Math.max(0, next.at - performance.now()));
        if (!to.destroyed) to.write(next.piece);
      }
      isPassing = false;
    };
    from.on('data', (piece: Buffer) => {
      waiting.push({ piece, at: arrivesAt(piece.length) });
      void work();
    });
  }

  const server = createServer((browser) => {
    const target = connect(Number(port), hostname);
    const end = () => [browser, target].forEach((socket) => socket.destroy());
    for (const socket of [browser, target]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', end).on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    // The handshake takes a round trip before the first byte of a request can leave.
    const openAt = performance.now() + roundTripMs;
    pass(browser, target, () => Math.max(performance.now(), openAt) + roundTripMs / 2);
    pass(target, browser, (bytes) => {
      freeAt = Math.max(freeAt, performance.now()) + (bytes / bytesPerSecond) * 1000;
      return freeAt + roundTripMs / 2;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const reset = () => sockets.forEach((socket) => socket.destroy());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reset,
    async stop() {
      reset();
      server.close();
      await once(server, 'close');
    },
  };
}
