import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { serverEnvironment, serverFlags } from '../../scripts/node24.mjs';

const main = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url));

/** A process of the portal, as `npm start` runs it, from its first moment to its last. */
export type SpawnedPortal = {
  pid: number;
  /** Its address, once it listens. @throws what it said, when it ended before */
  listening: Promise<string>;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
  /** What it has said so far, errors too. */
  output(): string;
  /** Resolves when it has said something. @throws what it said, when it ended before */
  said(words: string | RegExp): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  kill(): Promise<void>;
};

/**
 * Spawns the portal; it ends with this process at the latest.
 * @param options.maxFiles how many files and connections it may have open
 */
export function spawnPortal(
  environment: NodeJS.ProcessEnv,
  { maxFiles }: { maxFiles?: number } = {},
): SpawnedPortal {
  const command = [process.execPath, ...serverFlags, main];
  const [program = '', ...given] =
    maxFiles === undefined
      ? command
      : ['sh', '-c', 'ulimit -n "$0" && exec "$@"', String(maxFiles), ...command];
  const child = spawn(program, given, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: '0',
      LOG_LEVEL: 'fatal',
      NODE_ENV: 'production',
      ...serverEnvironment,
      ...environment,
    },
  });
  const reap = () => child.kill('SIGKILL');
  process.once('exit', reap);
  let output = '';
  let hasEnded = false;
  const waiting = new Set<() => void>();
  const look = () => waiting.forEach((check) => check());
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      look();
    });
  }
  const ended = once(child, 'close').then(([code, signal]: (number | NodeJS.Signals | null)[]) => {
    process.off('exit', reap);
    hasEnded = true;
    look();
    return (code ?? signal) as number | NodeJS.Signals;
  });

  function find(words: string | RegExp): Promise<RegExpMatchArray> {
    return new Promise((resolve, reject) => {
      const check = (): void => {
        const found = output.match(words);
        if (found === null && !hasEnded) return;
        waiting.delete(check);
        if (found !== null) resolve(found);
        else reject(new Error(`The portal ended before it said ${words}. It said:\n${output}`));
      };
      waiting.add(check);
      check();
    });
  }
  const listening = find(/^Listening on (http:\S+)$/m).then((found) => found[1] as string);
  // Whoever wants to know awaits it.
  listening.catch(() => {});
  return {
    pid: child.pid as number,
    listening,
    ended,
    output: () => output,
    said: async (words) => void (await find(words)),
    signal: (signal) => void child.kill(signal),
    async kill() {
      reap();
      await ended;
    },
  };
}
