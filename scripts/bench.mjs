import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { giveUp, requireNode24, root, runNode24 } from './node24.mjs';
import { requireBuild, requireBuildAndBrowser } from './prepare-build.mjs';

/*
 * `npm run bench` and `npm run bench:NAME`: starts `bench/NAME/main.ts`; options go through, for example
 * `npm run bench:crash -- --kills 20`.
 */
const [name = '', ...options] = process.argv.slice(2);
const main = `bench/${name}/main.ts`;

/** Lighthouse is no dependency of the project: it is fetched once, beside the other caches. */
function fetchLighthouse(version) {
  const folder = path.join(root, 'node_modules', '.cache', `lighthouse-${version}`);
  if (existsSync(path.join(folder, 'node_modules', 'lighthouse'))) return folder;
  console.log(`Fetching Lighthouse ${version} (once) ...`);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--no-audit',
    '--no-fund',
    `lighthouse@${version}`,
  ];
  const { status } = spawnSync(npm, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) giveUp('Lighthouse could not be fetched; the lines above say why.');
  return folder;
}

/** Starts a benchmark on the cores that the measured servers leave free. @returns its exit code */
function runPinned() {
  const cores = availableParallelism();
  const canPin =
    process.platform === 'linux' && cores > 1 && spawnSync('taskset', ['--version']).status === 0;
  const pin = canPin ? ['taskset', '-c', `1-${cores - 1}`] : [];
  const [program, ...args] = [...pin, requireNode24(), main, ...options];
  return spawnSync(program, args, { stdio: 'inherit' }).status ?? 1;
}

async function runWithBrowser() {
  const browser = await requireBuildAndBrowser();
  const lighthouse = name === 'web' ? ['--lighthouse', fetchLighthouse('13.5.0')] : [];
  return runNode24([main, ...lighthouse, ...options], { ...process.env, CHROME_PATH: browser });
}

if (name === 'web' || name === 'chaos') process.exitCode = await runWithBrowser();
else {
  await requireBuild();
  process.exitCode = runPinned();
}
