import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A line to a server that can be cut without a word, as by a firewall that forgets: nothing arrives, and nothing is closed. */
export type TcpLine = {
  port: number;
  /** From now on nothing gets through, on connections that are open and on new ones. */
  cut(): void;
  /** New connections get through again; older ones stay silent, but each side now hears when the other closes. */
  restore(): void;
  close(): Promise<void>;
};

/** @param target where the line leads */
export async function openTcpLine(target: { host: string; port: number }): Promise<TcpLine> {
  const sockets = new Set<Socket>();
  const pairs = new Map<Socket, Socket>();
  let isCut = false;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    keep(near);
    near.pause();
    if (isCut) return;
    const far = connect(target);
    keep(far);
    pairs.set(near, far);
    near.once('close', () => isCut || far.destroySoon());
    far.once('close', () => isCut || near.destroySoon());
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      for (const [near, far] of pairs) {
        near.unpipe(far).pause();
        far.unpipe(near).pause();
      }
    },
    restore() {
      isCut = false;
      for (const [near, far] of pairs) {
        if (near.destroyed) far.destroy();
        if (far.destroyed) near.destroy();
        // Unpiped, what they say is dropped; read, so that their end is seen.
        near.resume();
        far.resume();
      }
      pairs.clear();
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
