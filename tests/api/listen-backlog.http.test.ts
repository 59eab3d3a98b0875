import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolderOnDisk } from '#support/real-disk';
import { spawnPortal } from '#support/spawn-portal';
import { rmSync } from 'node:fs';

/** More than Node.js lets wait by itself. */
const connections = 700;

/** The system's own limit; absent beside Linux. */
function mostWaiting(): number {
  try {
    return Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
  } catch {
    return 0;
  }
}

test.runIf(mostWaiting() > connections)(
  'connections that come while the portal is busy wait for it, and none is lost',
  { timeout: 180_000, tags: 'full' },
  async () => {
    const dataDir = makeFolderOnDisk('capstone-backlog-');
    const portal = spawnPortal({ DATA_DIR: dataDir });
    const sockets: Socket[] = [];
    onTestFinished(async () => {
      for (const socket of sockets) socket.destroy();
      await portal.kill();
      rmSync(dataDir, { recursive: true, force: true });
    });
    const port = Number(new URL(await portal.listening).port);
    portal.signal('SIGSTOP');
    const opened = Array.from({ length: connections }, async () => {
      const socket = connect({ host: '127.0.0.1', port });
      sockets.push(socket);
      await once(socket, 'connect');
      return true;
    });
    expect(await Promise.all(opened)).toHaveLength(connections);
  },
);
