import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressOf } from '#support/listening';
import { serverEnvironment, serverFlags } from '../scripts/node24.mjs';
import { residentMb, threadMs, usedMicroseconds } from './process-stat.ts';

export type Running = {
  url: string;
  pid: number;
  /** Resolves with its exit code, or the signal that ended it. */
  exited: Promise<number | NodeJS.Signals>;
  /** Resident memory in MB; null where /proc does not tell. */
  memory(): number | null;
  /** Processor time of its serving thread so far, in milliseconds; NaN where /proc does not tell. */
  threadMs(): number;
  /** Processor time that the server has used so far, in microseconds; null where /proc does not tell. */
  processorTime(): number | null;
  stop(): Promise<void>;
  /** Ends it at once, as a power cut ends a process. */
  kill(): Promise<void>;
};

/** Servers run alone on the first core unless they are given another; whoever measures, and PostgreSQL, run elsewhere. */
export const canPin = process.platform === 'linux' && spawnSync('taskset', ['--version']).status === 0;

type Process = {
  /** The core that it is pinned to. */
  core?: number;
  /** A file that takes what it says, errors too; without one its errors go to this process's. */
  log?: string | undefined;
};

async function run(
  args: string[],
  environment: NodeJS.ProcessEnv,
  { core = 0, log }: Process = {},
): Promise<Running> {
  const [program, ...programArgs] = [
    ...(canPin ? ['taskset', '-c', String(core)] : []),
    process.execPath,
    ...args,
  ] as [string, ...string[]];
  const child: ChildProcess = spawn(program, programArgs, {
    stdio: ['ignore', 'pipe', log === undefined ? 'inherit' : 'pipe'],
    env: { ...process.env, ...environment },
  });
  if (log !== undefined) {
    const file = createWriteStream(log, { flags: 'a' });
    child.stdout?.pipe(file, { end: false });
    child.stderr?.pipe(file, { end: false });
    child.once('close', () => file.end());
  }
  const exited = once(child, 'exit').then(
    ([code, signal]: (number | NodeJS.Signals | null)[]) => (code ?? signal) as number | NodeJS.Signals,
  );
  // A benchmark that fails leaves no server behind.
  const reap = () => child.kill('SIGKILL');
  process.once('exit', reap);
  child.once('exit', () => process.off('exit', reap));
  async function end(signal: NodeJS.Signals): Promise<void> {
    child.kill(signal);
    await exited;
  }
  return {
    url: await addressOf(child),
    pid: child.pid as number,
    exited,
    memory: () => (canPin ? residentMb(child.pid as number) : null),
    threadMs: () => (canPin ? threadMs(child.pid as number) : NaN),
    processorTime: () => (canPin ? usedMicroseconds(child.pid as number) : null),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** A bare route with constant JSON of the given size. */
export function startBare(bytes: number): Promise<Running> {
  return run([file('./bare-server.mjs'), String(bytes)], { NODE_ENV: 'production' });
}

/** React alone, for a page of so many elements and bytes. */
export function startFloor(elements: number, bytes: number): Promise<Running> {
  return run([file('./floor-server.mjs'), String(elements), String(bytes)], { NODE_ENV: 'production' });
}

type PortalOptions = Process & {
  /** The folder of the checkout that is started; this one when absent. */
  checkout?: string;
  /** Modules that are loaded before the portal. */
  preload?: readonly string[];
};

/** Benchmarks do in minutes as one student what no student does in a day. */
const withoutQuotas = {
  FORUM_POSTS_PER_HOUR: '0',
  REQUESTS_PER_SECOND: '0',
  // Of a checkout before requests were counted.
  REQUESTS_AT_ONCE_PER_ACCOUNT: '1000',
  UPLOADS_AT_ONCE_PER_ACCOUNT: '100',
  HAND_INS_PER_DAY: '1000000',
  HAND_IN_MB_PER_DAY: '10000000',
};

/** Watches a server's memory. @returns a function that stops watching and tells the most that was seen, in MB */
export function watchMemory(server: Running): () => number {
  let most = server.memory() ?? 0;
  const look = () => void (most = Math.max(most, server.memory() ?? 0));
  const timer = setInterval(look, 50);
  return () => {
    clearInterval(timer);
    look();
    return most;
  };
}

/** The portal, started as in production but for the quotas of one account. */
export function startPortal(
  environment: NodeJS.ProcessEnv,
  { checkout = file('..'), preload = [], ...options }: PortalOptions = {},
): Promise<Running> {
  const imports = preload.flatMap((module) => ['--import', module]);
  return run(
    [...serverFlags, ...imports, path.join(checkout, 'src/server/main.ts')],
    { NODE_ENV: 'production', ...serverEnvironment, PORT: '0', ...withoutQuotas, ...environment },
    options,
  );
}

/** The same, started a second time: the first start compiles, and is not measured. */
export async function startWarmPortal(
  environment: NodeJS.ProcessEnv,
  options: PortalOptions = {},
): Promise<Running> {
  await (await startPortal(environment, options)).stop();
  return startPortal(environment, options);
}
