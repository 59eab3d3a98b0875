import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export type NetworkProxy = {
  url: string;
  /** How much a connection may send, in bytes a second. */
  limit(bytesPerSecond: number): void;
  /** Cuts every connection in the middle of what it sends, and refuses new ones until `restore`. */
  cut(): void;
  restore(): void;
  /** Bytes that went to the browser so far, headers too, whoever asked for them: page, frame or worker. */
  sent(): number;
  /** Bytes that came from the browser so far, headers too. */
  received(): number;
  stop(): Promise<void>;
};

/** Stands between a browser and a server on loopback: the browser's own throttling lets a request that is under way run to its end. */
export async function startNetworkProxy(serverUrl: string): Promise<NetworkProxy> {
  const { hostname, port } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let bytesPerSecond = Infinity;
  let isCut = false;
  let sentBytes = 0;
  let receivedBytes = 0;

  async function send(from: Socket, to: Socket): Promise<void> {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      receivedBytes += chunk.length;
      if (!to.write(chunk)) await Promise.race([once(to, 'drain'), once(to, 'close')]);
      if (bytesPerSecond < Infinity) await delay((chunk.length / bytesPerSecond) * 1000);
    }
  }

  const server = createServer((browser) => {
    const target = connect(Number(port), hostname);
    const both = [browser, target];
    const end = () => both.forEach((socket) => socket.destroy());
    for (const socket of both) {
      sockets.add(socket);
      // A connection that breaks breaks on both sides; that is all there is to it.
      socket.on('error', end).on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    if (isCut) return end();
    target.on('data', (chunk: Buffer) => (sentBytes += chunk.length)).pipe(browser);
    send(browser, target).then(end, end);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    limit: (bytes) => (bytesPerSecond = bytes),
    cut,
    restore: () => (isCut = false),
    sent: () => sentBytes,
    received: () => receivedBytes,
    async stop() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
