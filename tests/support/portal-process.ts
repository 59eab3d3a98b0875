import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AppContext } from '#server/platform/context';
import { closeContext, openContext } from '#server/platform/open-context';
import { readSettings } from '#server/platform/settings';
import { compileCache, serverFlags } from '../../scripts/node24.mjs';
import { addressOf } from './listening.ts';
import { makeFolderOnDisk } from './real-disk.ts';

const main = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url));

async function start(dataDir: string, port: string) {
  const child = spawn(process.execPath, [...serverFlags, main], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: port,
      LOG_LEVEL: 'fatal',
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: compileCache,
    },
  });
  const reap = () => child.kill('SIGKILL');
  process.once('exit', reap);
  child.once('exit', () => process.off('exit', reap));
  return {
    url: await addressOf(child),
    async kill() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
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
