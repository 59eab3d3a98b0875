import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { requireNode24 } from './node24.mjs';
import { requireBuild } from './prepare-build.mjs';

/**
 * `npm run bench`, and with a name `bench:crash` and `bench:rush`: the benchmarks, on the cores that the measured
 * servers leave free. Options go through: `npm run bench:crash -- --kills 20`.
 */
const isNamed = process.argv[2] !== undefined && !process.argv[2].startsWith('-');
const main = isNamed ? `bench/${process.argv[2]}/main.ts` : 'bench/main.ts';
const options = process.argv.slice(isNamed ? 3 : 2);

requireBuild();
const node = requireNode24();

const cores = availableParallelism();
const canPin = process.platform === 'linux' && cores > 1 && spawnSync('taskset', ['--version']).status === 0;
const pin = canPin ? ['taskset', '-c', `1-${cores - 1}`] : [];
const [program, ...args] = [...pin, node, main, ...options];
process.exitCode = spawnSync(program, args, { stdio: 'inherit' }).status ?? 1;
