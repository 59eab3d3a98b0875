import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressOf } from './listening.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const calls = 'write,writev,pwrite64,pwritev,sendto,sendmsg,fsync,fdatasync,rename,renameat,renameat2';

/** Why system calls cannot be traced on this machine; null when they can. */
export function whyNotTraceable(): string | null {
  const { error, status, stderr } = spawnSync('strace', ['-f', '-o', '/dev/null', 'true'], {
    encoding: 'utf8',
  });
  if (error !== undefined) return 'strace is not installed on this machine';
  return status === 0 ? null : `strace may not trace here: ${stderr.trim().split('\n')[0]}`;
}

/** A system call that was done: it began before line `from` of the trace and had ended by line `to`. */
export type SystemCall = { text: string; from: number; to: number };

/** Puts calls together that another thread's calls interrupted in the trace. */
function readCalls(trace: string): SystemCall[] {
  const open = new Map<string, SystemCall>();
  const done: SystemCall[] = [];
  for (const [n, line] of trace.split('\n').entries()) {
    const [, thread = '', text = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(text)?.[1];
    const begun = open.get(thread);
    if (resumed !== undefined && begun !== undefined) {
      done.push({ text: begun.text + resumed, from: begun.from, to: n });
      open.delete(thread);
    } else if (text.endsWith('<unfinished ...>')) {
      open.set(thread, { text: text.replace(/ ?<unfinished \.\.\.>$/, ''), from: n, to: n });
    } else if (/ = \d+$/.test(text)) {
      done.push({ text, from: n, to: n });
    }
  }
  return done;
}

/** Starts the portal as in production, with every call traced that writes, syncs or renames. */
export async function startTracedServer(dataDir: string): Promise<{
  url: string;
  /** Ends the portal; its calls in the order in which they ended. */
  stop(): Promise<SystemCall[]>;
}> {
  const trace = path.join(dataDir, 'trace');
  const server = [process.execPath, path.join(root, 'src/server/main.ts')];
  // Paths of file descriptors, texts long enough to know an answer, no child that outlives the tracer.
  const child = spawn('strace', ['-f', '-y', '-s', '40', '-e', `trace=${calls}`, '-o', trace, ...server], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', NODE_ENV: 'production' },
  });
  return {
    url: await addressOf(child),
    async stop() {
      const exited = once(child, 'exit');
      // The tracer hands signals of its own end on to nobody: the traced process is told itself.
      const pid = Number(readFileSync(trace, 'utf8').split(/\s/, 1)[0]);
      process.kill(pid, 'SIGTERM');
      await exited;
      return readCalls(readFileSync(trace, 'utf8'));
    },
  };
}
