// Runs the benchmarks on the cores that the measured servers leave free.
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const cores = availableParallelism();
const canPin = process.platform === 'linux' && cores > 1 && spawnSync('taskset', ['--version']).status === 0;
const command = [...(canPin ? ['taskset', '-c', `1-${cores - 1}`] : []), process.execPath, 'bench/main.ts'];
const { status } = spawnSync(command[0], command.slice(1), { stdio: 'inherit' });
process.exitCode = status ?? 1;
