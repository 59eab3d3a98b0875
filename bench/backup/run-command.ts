import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { residentMb } from '../process-stat.ts';

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

/** Where a portal keeps its rows and files, as its environment says it. */
export type Home = { DATA_DIR: string; DATABASE_URL: string; STORAGE_URL: string };

export type Ran = { code: number; out: string[]; seconds: number; peakMb: number };

/** Runs `npx capstone` as a process of its own. */
export async function runCommand(home: Home, ...args: string[]): Promise<Ran> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [main, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...home },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  let peakMb = 0;
  const timer = setInterval(() => {
    try {
      peakMb = Math.max(peakMb, residentMb(child.pid as number) || 0);
    } catch {
      // It has just ended, or /proc does not tell.
    }
  }, 50);
  const [code] = (await once(child, 'close')) as [number];
  clearInterval(timer);
  return { code, out: text.trim().split('\n'), seconds: (performance.now() - startedAt) / 1_000, peakMb };
}

type Manifest = { tables: { name: string; rows: number; sha256: string }[] };

/** Rows and hash of each table in a place's newest backup. */
export function readTables(place: string): Map<string, string> {
  const backups = path.join(place, 'backups');
  const newest = path.join(backups, readdirSync(backups).toSorted().at(-1) ?? '', 'manifest.json');
  const { tables } = JSON.parse(readFileSync(newest, 'utf8')) as Manifest;
  return new Map(tables.map(({ name, rows, sha256 }) => [name, `${rows} ${sha256}`]));
}

/** Names and hashes of the files in a place, read again. */
export function hashFiles(place: string): Map<string, string> {
  const root = path.join(place, 'files');
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /[0-9a-f]{64}$/.test(name),
  );
  return new Map(
    names.map((name) => [
      path.basename(name),
      createHash('sha256')
        .update(readFileSync(path.join(root, name)))
        .digest('hex'),
    ]),
  );
}
