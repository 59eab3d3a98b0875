import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { ensureInstalled } from './install.mjs';
import { giveUp, requireNode24, requireUsableNode, root } from './node24.mjs';

/** `npm run bench`: the benchmarks, on the cores that the measured servers leave free. */
requireUsableNode();
process.chdir(root);
ensureInstalled();
const node = requireNode24();
const built = spawnSync(node, ['scripts/build.mjs'], { stdio: 'inherit' });
if (built.status !== 0) giveUp('The web pages could not be built; the lines above say why.');

const cores = availableParallelism();
const canPin = process.platform === 'linux' && cores > 1 && spawnSync('taskset', ['--version']).status === 0;
const [program, ...args] = [...(canPin ? ['taskset', '-c', `1-${cores - 1}`] : []), node, 'bench/main.ts'];
process.exitCode = spawnSync(program, args, { stdio: 'inherit' }).status ?? 1;
