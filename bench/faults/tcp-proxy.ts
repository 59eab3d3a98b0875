import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

type Line = { isDead: boolean; near: Socket; far: Socket | null };

export type TcpProxy = {
  port: number;
  /** Swallows every byte in both directions from now on, without closing anything. */
  cut(): void;
  /** New connections go through again; those that lost bytes stay dead, as behind a firewall that forgot them. */
  mend(): void;
  stop(): Promise<void>;
};

/** A line to another port of loopback that can be cut without a word. */
export async function startTcpProxy(targetPort: () => number): Promise<TcpProxy> {
  let isCut = false;
  const lines = new Set<Line>();

  const server = createServer({ noDelay: true }, (near) => {
    const far = isCut ? null : connect({ port: targetPort(), host: '127.0.0.1', noDelay: true });
    const line: Line = { isDead: isCut, near, far };
    lines.add(line);
    const endWith = (from: Socket, to: Socket | null): void => {
      from.on('error', () => {});
      from.on('close', () => {
        if (near.destroyed && (far === null || far.destroyed)) lines.delete(line);
        // While the line is cut nobody hears of the other's end.
        if (!isCut) to?.destroy();
      });
    };
    endWith(near, far);
    near.on('data', (bytes) => void (line.isDead || far?.write(bytes)));
    if (far === null) return;
    endWith(far, near);
    far.on('data', (bytes) => void (line.isDead || near.write(bytes)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      for (const line of lines) line.isDead = true;
    },
    mend() {
      isCut = false;
      // What one side closed meanwhile, the other hears now: the kernel says it again and again.
      for (const { near, far } of lines) {
        if (near.destroyed) far?.destroy();
        if (far?.destroyed) near.destroy();
      }
    },
    async stop() {
      for (const { near, far } of lines) {
        near.destroy();
        far?.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
