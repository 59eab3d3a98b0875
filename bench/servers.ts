import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressOf } from '#support/listening';
import { compileCache, serverFlags } from '../scripts/node24.mjs';

export type Running = {
  url: string;
  /** Resident memory in MB; null where /proc does not tell. */
  memory(): number | null;
  /** Processor time that the server has used so far, in microseconds; null where /proc does not tell. */
  processorTime(): number | null;
  stop(): Promise<void>;
  /** Ends it at once, as a power cut ends a process. */
  kill(): Promise<void>;
};

/** Servers run alone on the first core; whoever measures, and PostgreSQL, run on the others. */
export const canPin = process.platform === 'linux' && spawnSync('taskset', ['--version']).status === 0;

async function run(args: string[], environment: NodeJS.ProcessEnv): Promise<Running> {
  const [program, ...programArgs] = [
    ...(canPin ? ['taskset', '-c', '0'] : []),
    process.execPath,
    ...args,
  ] as [string, ...string[]];
  const child: ChildProcess = spawn(program, programArgs, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  // A benchmark that fails leaves no server behind.
  const reap = () => child.kill('SIGKILL');
  process.once('exit', reap);
  child.once('exit', () => process.off('exit', reap));
  async function end(signal: NodeJS.Signals): Promise<void> {
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }
  return {
    url: await addressOf(child),
    memory: () => (canPin ? residentMb(child.pid as number) : null),
    processorTime: () => (canPin ? usedMicroseconds(child.pid as number) : null),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

/** User and system time, counted by the kernel in hundredths of a second. */
function usedMicroseconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

function residentMb(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** A bare route with constant JSON of the given size. */
export function startBare(bytes: number): Promise<Running> {
  return run([file('./bare-server.mjs'), String(bytes)], { NODE_ENV: 'production' });
}

/**
 * The portal, started as in production.
 * @param checkout the folder of the checkout that is started; this one when absent
 */
export function startPortal(environment: NodeJS.ProcessEnv, checkout = file('..')): Promise<Running> {
  return run([...serverFlags, path.join(checkout, 'src/server/main.ts')], {
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: compileCache,
    PORT: '0',
    ...environment,
  });
}
