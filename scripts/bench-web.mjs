import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { giveUp, root, runNode24 } from './node24.mjs';
import { requireBuildAndBrowser } from './prepare-build.mjs';

/*
 * `npm run bench:web [-- --runs 5 --form mobile,desktop --only NAME]`: Lighthouse over every screen. Lighthouse itself
 * is no dependency of the project: it is fetched once, beside the other caches.
 */
const version = '13.5.0';

const browser = await requireBuildAndBrowser();

const folder = path.join(root, 'node_modules', '.cache', `lighthouse-${version}`);
if (!existsSync(path.join(folder, 'node_modules', 'lighthouse'))) {
  console.log(`Fetching Lighthouse ${version} (once) ...`);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status } = spawnSync(
    npm,
    ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `lighthouse@${version}`],
    { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' },
  );
  if (status !== 0) giveUp('Lighthouse could not be fetched; the lines above say why.');
}
process.exitCode = await runNode24(['bench/web/main.ts', '--lighthouse', folder, ...process.argv.slice(2)], {
  ...process.env,
  CHROME_PATH: browser,
});
