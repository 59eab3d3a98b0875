import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { canPin } from '../servers.ts';

/**
 * The yardstick: plain Node, on the core of the measured servers, hashes, writes, syncs and renames files.
 * @returns seconds by the clock, and milliseconds of the processor, for all of them
 */
export function writePlainly(files: { count: number; bytes: number; atOnce: number }): {
  took: number;
  cpuMs: number;
} {
  const root = mkdtempSync(path.join(tmpdir(), 'capstone-plain-'));
  const script = fileURLToPath(new URL('./plain-writer.mjs', import.meta.url));
  const plain = [process.execPath, script, root, ...[files.count, files.bytes, files.atOnce].map(String)];
  const [program, ...args] = [...(canPin ? ['taskset', '-c', '0'] : []), ...plain] as [string, ...string[]];
  const { stdout, status } = spawnSync(program, args, { encoding: 'utf8' });
  rmSync(root, { recursive: true, force: true });
  if (status !== 0) throw new Error('The yardstick failed');
  const [took = 0, cpuMs = 0] = stdout.split(' ').map(Number);
  return { took, cpuMs };
}
