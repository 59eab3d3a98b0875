import { fileURLToPath } from 'node:url';
import { startPortal, type Running } from './servers.ts';

const nextVersion = fileURLToPath(new URL('./next-version.mjs', import.meta.url));

/** The portal of this checkout, or one that has one more migration. */
export type Version = 'this' | 'next';

/** One machine with a portal of its own, which keeps its address when it is started again. */
export type Machine = {
  name: string;
  port: number;
  /** The one that was started last. */
  version: Version;
  isRunning(): boolean;
  /** The ends of its portal that nobody had asked for. */
  deaths: string[];
  start(version?: Version): Promise<void>;
  /** Ends the portal as an operator does; resolves with its exit code. */
  stop(): Promise<number | NodeJS.Signals>;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
};

export async function startMachine(
  name: string,
  environment: NodeJS.ProcessEnv,
  process: { log: string; core?: number },
): Promise<Machine> {
  let running: Running | null = null;
  let port = 0;
  let current: Version = 'this';
  const deaths: string[] = [];

  async function start(version: Version = 'this'): Promise<void> {
    const preload = version === 'next' ? [nextVersion] : [];
    const started = await startPortal({ ...environment, PORT: String(port) }, { preload, ...process });
    port = Number(new URL(started.url).port);
    current = version;
    running = started;
    void watch(started);
  }

  async function watch(started: Running): Promise<void> {
    const code = await started.exited;
    if (running !== started) return;
    running = null;
    deaths.push(`${name} ended by itself with ${code}`);
  }

  /** Its end is asked for from now on. */
  function take(): Running {
    if (running === null) throw new Error(`${name} does not run`);
    const taken = running;
    running = null;
    return taken;
  }

  await start();
  return {
    name,
    get port() {
      return port;
    },
    get version() {
      return current;
    },
    isRunning: () => running !== null,
    deaths,
    start,
    async stop() {
      const ending = take();
      await ending.stop();
      return ending.exited;
    },
    kill: () => take().kill(),
  };
}
