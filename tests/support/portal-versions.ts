import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileCache, serverFlags } from '../../scripts/node24.mjs';
import { addressOf } from './listening.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const migrations = 'src/server/platform/database/migrations';

/** Where a version of the portal lies: this one, or one that a later version's steps were added to. */
export type Version = { folder: string; remove(): void };

export const thisVersion: Version = { folder: root, remove() {} };

/**
 * A later version: a copy of the portal as it stands, with further steps of its schema.
 * @param steps sources of migration files by their names
 */
export function makeNextVersion(steps: Record<string, string>): Version {
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-next-'));
  mkdirSync(path.join(folder, 'src'));
  // An import follows no link, so the sample is copied, too.
  for (const part of ['src/server', 'src/contract', 'src/web/texts', 'package.json', 'sample']) {
    cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
  }
  for (const shared of ['node_modules', ...readdirSync(root).filter((name) => name === 'build')]) {
    symlinkSync(path.join(root, shared), path.join(folder, shared));
  }
  for (const [name, source] of Object.entries(steps)) {
    writeFileSync(path.join(folder, migrations, `${name}.ts`), source);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A process of a version. */
export type RunningVersion = {
  url: string;
  /** Asks it to stop, and waits until it has. @returns its exit code */
  stop(): Promise<number | null>;
};

function spawnVersion({ folder }: Version, environment: Record<string, string>) {
  const child = spawn(process.execPath, [...serverFlags, path.join(folder, 'src/server/main.ts')], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: '0',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
      // What is compiled of a copy would be of no use to anybody.
      ...(folder === root && { NODE_COMPILE_CACHE: compileCache }),
      ...environment,
    },
  });
  const reap = () => child.kill('SIGKILL');
  process.once('exit', reap);
  child.once('exit', () => process.off('exit', reap));
  return child;
}

/** Starts a version and waits until it listens. @param environment its settings */
export async function startVersion(
  version: Version,
  environment: Record<string, string>,
): Promise<RunningVersion> {
  const child = spawnVersion(version, environment);
  child.stderr.resume();
  const url = await addressOf(child);
  return {
    url,
    async stop() {
      if (child.exitCode !== null) return child.exitCode;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      const [code] = (await exited) as [number | null];
      return code;
    },
  };
}

/** Starts a version that ends by itself. @returns its exit code and what it printed as errors */
export async function endOfVersion(
  version: Version,
  environment: Record<string, string>,
): Promise<{ code: number | null; errors: string }> {
  const child = spawnVersion(version, environment);
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  child.stdout.resume();
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, errors };
}
