import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { ensureInstalled } from './install.mjs';
import { giveUp, requireNode24, requireUsableNode, root } from './node24.mjs';

/**
 * `npm run bench`, and with a name `bench:crash` and `bench:rush`: the benchmarks, on the cores that the measured
 * servers leave free. Options go through: `npm run bench:crash -- --kills 20`.
 */
const isNamed = process.argv[2] !== undefined && !process.argv[2].startsWith('-');
const main = isNamed ? `bench/${process.argv[2]}/main.ts` : 'bench/main.ts';
const options = process.argv.slice(isNamed ? 3 : 2);

requireUsableNode();
process.chdir(root);
ensureInstalled();
const node = requireNode24();
const built = spawnSync(node, ['scripts/build.mjs'], { stdio: 'inherit' });
if (built.status !== 0) giveUp('The web pages could not be built; the lines above say why.');

const cores = availableParallelism();
const canPin = process.platform === 'linux' && cores > 1 && spawnSync('taskset', ['--version']).status === 0;
const pin = canPin ? ['taskset', '-c', `1-${cores - 1}`] : [];
const [program, ...args] = [...pin, node, main, ...options];
process.exitCode = spawnSync(program, args, { stdio: 'inherit' }).status ?? 1;
