import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { makeFolder } from '../engines.ts';
import { canPin } from '../servers.ts';

const script = fileURLToPath(new URL('./plain-writer.mjs', import.meta.url));

/**
 * The yardstick of a submission: plain Node, on the servers' core, hashes, writes, syncs and renames files, one by one.
 * @returns milliseconds of each file, by the clock and of the processor
 */
export function writePlainly(count: number, bytes: number): { clock: number; processor: number } {
  const plain = [process.execPath, script, makeFolder('plain'), String(count), String(bytes)];
  const [program, ...args] = [...(canPin ? ['taskset', '-c', '0'] : []), ...plain] as [string, ...string[]];
  const { stdout, status } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error('The yardstick failed');
  const [clock = 0, processor = 0] = stdout.split(' ').map(Number);
  return { clock: clock / count, processor: processor / count };
}
