import { rmSync } from 'node:fs';
import type { AppContext } from '#server/platform/context';
import { closeContext, openContext } from '#server/platform/open-context';
import { readSettings } from '#server/platform/settings/settings';
import { makeFolderOnDisk } from './real-disk.ts';
import { spawnPortal } from './spawn-portal.ts';

async function start(dataDir: string, port: string) {
  const portal = spawnPortal({ DATA_DIR: dataDir, PORT: port });
  return { url: await portal.listening, kill: portal.kill };
}

/** The portal as in production, in a process of its own that ends as a crash ends it. */
export type PortalProcess<T> = {
  url: string;
  /** What `prepare` gave. */
  prepared: T;
  /** Kills the process, whatever it is doing, and starts another on the same folder and port. */
  crash(): Promise<void>;
  stop(): Promise<void>;
};

/** @param prepare fills the database, which nobody but the portal holds open from then on */
export async function startPortalProcess<T>(
  prepare: (context: AppContext) => Promise<T>,
): Promise<PortalProcess<T>> {
  const dataDir = makeFolderOnDisk('capstone-process-');
  const context = await openContext(
    { ...readSettings({}), dataDir },
    { info() {}, warn() {}, error: console.error },
  );
  const prepared = await prepare(context);
  await closeContext(context);
  let running = await start(dataDir, '0');
  const { url } = running;
  return {
    url,
    prepared,
    async crash() {
      await running.kill();
      running = await start(dataDir, new URL(url).port);
    },
    async stop() {
      await running.kill();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
